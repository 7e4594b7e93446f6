import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { OutputOf } from '@debrief/contracts/define';
import { findSubmission as operation } from '@debrief/contracts/operations/ingest';
import { ofEach, prepared, type Tx } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import type { StorageRoom } from '../quotas/storage-room.ts';
import { peekQuotas } from '../quotas/submission-quotas.ts';
import type { Db, Tables } from '../tables.ts';
import { isErasedRecording } from './recording-lookup.ts';

type Submission = OutputOf<typeof operation>;

export function findSubmission(db: Db, room?: Pick<StorageRoom, 'refusal'>) {
  return handle(operation, async (items) => {
    const submissions = await submissionOfEach(db, items);
    const isNew = (index: number) => (submissions[index]?.status ?? 'FAILED') === 'FAILED';
    const full = room?.refusal() ?? null;
    const refusals = full === null ? await peekQuotas(db, items) : items.map(() => full);
    return submissions.map((submission, index) => {
      const error = refusals[index] ?? null;
      return error !== null && isNew(index) ? { error } : { ok: submission };
    });
  });
}

/** The submission that holds each item's recording_id, or null. */
export async function submissionOfEach(
  db: Db | Tx<Tables>,
  items: readonly { caller: IntegrationCaller; input: { recording_id: string } }[],
): Promise<Submission[]> {
  const { rows } = await sql<{ submission: Submission }>`${prepared}
    select case when r.id is not null
      then json_build_object('call_event_id', r.call_event_id, 'status', r.status) end as submission
    from unnest(
      ${ofEach(items, 'uuid', ({ caller }) => caller.integration_id)},
      ${ofEach(items, 'text', ({ input }) => input.recording_id)}
    ) with ordinality as item (integration_id, recording_id, ord)
    left join recordings r
      on r.integration_id = item.integration_id and r.external_recording_id = item.recording_id
      and not ${isErasedRecording}
    order by item.ord
  `.execute(db);
  return rows.map(({ submission }) => submission);
}
