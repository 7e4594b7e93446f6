import type { Erasure } from '@debrief/contracts/events/erasures';
import {
  listErasures as listOperation,
  repeatErasures as repeatOperation,
} from '@debrief/contracts/operations/erasures';
import { isoInstant } from '@debrief/database/instants';
import { transaction } from '@debrief/database/pool';
import { handleEach, handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { deleteContact, deleteUser } from './delete-people.ts';
import type { ErasureFile, ListedErasure } from './erasure-file.ts';
import { requestErasure } from './request-erasure.ts';

/** Of one transaction. */
const BATCH_ROWS = 100;

/** Requests again what the file lists and this database does not know: it is that of a back-up. @returns how many. */
export async function eraseRestored(db: Kysely<Tables>, file: ErasureFile): Promise<number> {
  const listed = await file.read();
  let count = 0;
  for (let at = 0; at < listed.length; at += BATCH_ROWS) {
    const batch = listed.slice(at, at + BATCH_ROWS);
    const { rows } = await sql<{ erasure: ListedErasure }>`
      select item.erasure
      from unnest(${batch.map((one) => JSON.stringify(one))}::json[]) as item (erasure)
      where not exists (
        select from erasure_list known
        where known.integration_id = (item.erasure ->> 'integration_id')::uuid
          and known.subject_id = (item.erasure ->> 'subject_id')::uuid
      )
    `.execute(db);
    await requestAll(
      db,
      rows.map(({ erasure }) => erasure),
    );
    count += rows.length;
  }
  return count;
}

/** Requests everything again that was ever erased. */
export function repeatErasures(
  db: Kysely<Tables>,
  file: ErasureFile | null,
  requested: () => void,
): OperationHandler {
  return handleWrite(repeatOperation, async () => {
    if (file !== null) await eraseRestored(db, file);
    let erasures = 0;
    for (let after: ListedErasure | undefined; ; ) {
      const { rows }: { rows: ListedErasure[] } = await sql<ListedErasure>`
        select erasure_id, integration_id, kind, subject_id, with_recordings from erasure_list
        where ${after === undefined ? sql`true` : sql`(integration_id, subject_id) > (${after.integration_id}::uuid, ${after.subject_id}::uuid)`}
        order by integration_id, subject_id
        limit ${BATCH_ROWS}
      `.execute(db);
      await requestAll(db, rows);
      erasures += rows.length;
      after = rows.at(-1);
      if (after === undefined) break;
    }
    requested();
    return { ok: { erasures } };
  });
}

/** With what a back-up brought back of a person's names. */
async function requestAll(db: Kysely<Tables>, listed: readonly ListedErasure[]): Promise<void> {
  if (listed.length === 0) return;
  await transaction(db, async function requestAgain(tx) {
    for (const { erasure_id, integration_id, kind, subject_id, with_recordings } of listed) {
      const remove = { recording: async () => null, contact: deleteContact, user: deleteUser }[kind];
      const words = (await remove(tx, integration_id, subject_id)) ?? [];
      const erasure: Erasure = { erasure_id, integration_id, kind, subject_id, with_recordings, words };
      await requestErasure(tx, erasure);
    }
  });
}

export function listErasures(db: Kysely<Tables>): OperationHandler {
  return handleEach(listOperation, async ({ input }) => {
    const { rows } = await sql<{ body: string }>`
      select row_to_json(body)::text as body from (
        select r.erasure_id, r.integration_id, r.kind, r.subject_id, r.with_recordings,
          ${isoInstant('r.requested_at')} as requested_at, r.done, ${isoInstant('r.finished_at')} as finished_at
        from erasure_list r
        where ${input.erasure_id === null ? sql`true` : sql`r.erasure_id = ${input.erasure_id}`}
        order by r.requested_at desc
        limit ${input.limit}
      ) body
    `.execute(db);
    return { json: `{"data":[${rows.map(({ body }) => body).join(',')}]}` };
  });
}
