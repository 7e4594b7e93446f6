import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { submitRecording as operation } from '@debrief/contracts/operations/ingest';
import { recordAudit } from '@debrief/database/audit';
import { isErased, isUserErased } from '@debrief/database/erasures';
import { lockInsertOrder } from '@debrief/database/insert-order';
import { prepared, type Tx, transaction } from '@debrief/database/pool';
import { handle, type Item, type Outcome } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { StorageRoom } from '../quotas/storage-room.ts';
import { takeQuotas } from '../quotas/submission-quotas.ts';
import type { Db, Tables } from '../tables.ts';
import { insertSubmitted } from '../work/emit-submitted.ts';
import { submissionOfEach } from './find-submission.ts';
import { isErasedRecording } from './recording-lookup.ts';
import { requeued } from './retry-recording.ts';

/** Without a URL: its transcript is stored in the same transaction. */
type Submitted = Pick<Item<typeof operation>, 'caller'> & {
  input: Omit<Item<typeof operation>['input'], 'recording_url'> & { recording_url: string | null };
};

/** Columns that the body sets, and sets again when a FAILED recording is submitted again. */
const bodyNames = Object.keys(operation.input.properties).filter(
  (name) => name !== 'recording_id' && name !== 'quotas',
);
const body = sql.join(bodyNames.map((name) => sql.ref(name)));
const bodyAgain = sql.join(bodyNames.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));

/** Stores a batch and its event in one statement, so with one commit. Calls `stored`, so that the event goes out at once. */
export function submitRecording(db: Db, stored: () => void, room?: Pick<StorageRoom, 'refusal'>) {
  return handle(operation, async (items) => {
    const full = room?.refusal() ?? null;
    if (full !== null) {
      const known = await submissionOfEach(db, items);
      return known.map((one) => (one === null || one.status === 'FAILED' ? { error: full } : { ok: one }));
    }
    const hasQuotas = items.some(({ input }) => input.quotas !== undefined);
    const isOfMembers = items.some(({ caller }) => caller.member_id !== undefined);
    const outcomes =
      hasQuotas || isOfMembers
        ? await transaction(db, (tx) => submitTogether(tx, items))
        : await submitAll(db, items);
    stored();
    return outcomes;
  });
}

async function submitTogether(tx: Tx<Tables>, items: readonly Item<typeof operation>[]) {
  const outcomes = await submitWithinQuotas(tx, items);
  await recordUploads(tx, items, outcomes);
  return outcomes;
}

/** What people submit are uploads: an entry for each, and none for what systems send all day. */
async function recordUploads(
  tx: Tx<Tables>,
  items: readonly Item<typeof operation>[],
  outcomes: readonly Outcome<typeof operation>[],
): Promise<void> {
  for (const [index, { caller }] of items.entries()) {
    const outcome = outcomes[index];
    if (caller.member_id === undefined || outcome === undefined || !('ok' in outcome)) continue;
    const { call_event_id } = outcome.ok;
    const { id } = await tx
      .selectFrom('recordings')
      .select('id')
      .where('integration_id', '=', caller.integration_id)
      .where('call_event_id', '=', call_event_id)
      .executeTakeFirstOrThrow();
    await recordAudit(tx, 'ingest', caller, { action: 'recording.uploaded', target: id });
  }
}

async function submitWithinQuotas(tx: Tx<Tables>, items: readonly Item<typeof operation>[]) {
  const refusals = await takeQuotas(tx, items);
  const accepted = items.filter((_, index) => refusals[index] === null);
  const outcomes = accepted.length === 0 ? [] : await submitAll(tx, accepted);
  return refusals.map((error) =>
    error === null ? (outcomes.shift() as Outcome<typeof operation>) : { error },
  );
}

async function submitAll(
  db: Db | Tx<Tables>,
  items: readonly Item<typeof operation>[],
): Promise<Outcome<typeof operation>[]> {
  const submissions = await insertSubmissions(db, items);
  const raced = items.filter((_, index) => submissions[index] === null);
  const found = raced.length === 0 ? [] : await submissionOfEach(db, raced);
  return submissions.map((submission) => {
    const state = submission ?? found.shift() ?? null;
    // Its people were erased since they were found, or it was itself: the next try finds or makes new ones.
    return state === null ? { error: new DebriefError(UNAVAILABLE) } : { ok: state };
  });
}

const state = (table: string) =>
  sql`json_build_object('call_event_id', ${sql.ref(`${table}.call_event_id`)}, 'status', ${sql.ref(`${table}.status`)})`;

/**
 * A recording_id that exists already keeps its row, unless that FAILED. It needs the insert lock all the same: a
 * repeated submission waits for it (decision 0003). Null where another batch inserted the same recording_id at the
 * same moment: its row is committed by now, but this statement's snapshot is older.
 */
export async function insertSubmissions(db: Db | Tx<Tables>, items: readonly Submitted[]) {
  const { rows } = await sql<{ submission: { call_event_id: string; status: 'QUEUED' } | null }>`${prepared}
    with item as (
      select *, ordinality as ord
      from json_populate_recordset(null::recordings, ${JSON.stringify(items.map(toRow))}::json) with ordinality
    ),
    ${lockInsertOrder('recordings', sql`select integration_id from item`)},
    r as (
      insert into recordings as r (
        integration_id, organization_id, id, call_event_id, analysis_id, external_recording_id, ${body}, traceparent,
        queued_at, created_date
      )
      -- Sorted, so that two batches that share recording_ids lock them in one order and cannot deadlock.
      select distinct on (integration_id, external_recording_id)
        integration_id, organization_id, id, call_event_id, analysis_id, external_recording_id, ${body}, traceparent,
        insert_order.at, insert_order.at
      from item r
      cross join insert_order
      where not ${isErasedRecording} and not ${isUserErased('user_id')}
      order by integration_id, external_recording_id, ord
      on conflict (integration_id, external_recording_id) do update set ${bodyAgain}, traceparent = excluded.traceparent, ${requeued}
      where r.status = 'FAILED' and not ${isErasedRecording}
      returning r.*
    ),
    emitted as (${insertSubmitted})
    select case when r.id is not null then ${state('r')} else (
      -- Looked for only where it is needed, so that it costs nothing, whatever plan was prepared for it.
      select ${state('known')} from recordings known
      where known.integration_id = item.integration_id and known.external_recording_id = item.external_recording_id
        and not ${isErased({ id: 'id', user: 'user_id', contact: 'contact_id' }, 'known')}
    ) end as submission
    from item
    left join r
      on r.integration_id = item.integration_id and r.external_recording_id = item.external_recording_id
    order by item.ord
  `.execute(db);
  return rows.map(({ submission }) => submission);
}

function toRow({ caller, input }: Submitted) {
  const { recording_id, quotas: _quotas, ...rest } = { quotas: undefined, ...input };
  return {
    ...rest,
    integration_id: caller.integration_id,
    organization_id: caller.organization_id,
    id: uuidv7(),
    call_event_id: uuidv7(),
    analysis_id: uuidv7(),
    external_recording_id: recording_id,
    ai_models: input.ai_models ?? [],
    traceparent: caller.traceparent ?? null,
  };
}
