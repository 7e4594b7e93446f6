import { recordingAccepted } from '@debrief/contracts/events/recording';
import { submitRecording as operation } from '@debrief/contracts/operations/ingest';
import { lockInsertOrder } from '@debrief/database/insert-order';
import { handle, type Item } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../tables.ts';
import { submissionOfEach } from './find-submission.ts';
import { contextBody, contextColumns } from './recording-context.ts';
import { queuedAgain } from './requeue.ts';

type Submitted = Item<typeof operation>;

/** What a client's body sets, and sets anew when a FAILED recording is submitted again. */
const bodyColumns = [
  'kind text',
  'recording_url text',
  'duration_seconds double precision',
  'ai_category text',
  'rubric text',
  'ai_models jsonb',
  'user_id uuid',
  'external_user_id text',
  'user_name text',
  'contact_id uuid',
  'external_contact_id text',
  'contact_name text',
  'from_number text',
  'to_number text',
  'incoming boolean',
  'source text',
  'source_id text',
  'stage text',
  'stage_id text',
  'occurred_at timestamptz',
] as const;
const bodyNames = bodyColumns.map((column) => column.slice(0, column.indexOf(' ')));
const body = sql.raw(bodyNames.join(', '));
const bodyDefinitions = sql.raw(bodyColumns.join(', '));
const bodyAnew = sql.raw(bodyNames.map((name) => `${name} = excluded.${name}`).join(', '));

/**
 * Stores a batch and its events in one statement, that is with one commit; `stored` hears of it so that work starts at
 * once.
 */
export function submitRecording(db: Db, stored: () => void) {
  return handle(operation, async (items) => {
    const submissions = await insertSubmissions(db, items);
    stored();
    const raced = items.filter((_, index) => submissions[index] === null);
    const found = raced.length === 0 ? [] : await submissionOfEach(db, raced);
    return submissions.map((submission) => {
      const state = submission ?? found.shift() ?? null;
      if (state === null) throw new Error('a submission vanished between two statements');
      return { ok: state };
    });
  });
}

/**
 * A recording_id that is there already keeps its row, unless that FAILED; that it takes the turn, too, matters little,
 * for it is looked for before anything is stored. Null where another batch inserted the same recording_id at the same
 * moment: its row is committed by now, but this statement's snapshot is older.
 */
async function insertSubmissions(db: Db, items: readonly Submitted[]) {
  const { rows } = await sql<{ submission: { call_event_id: string; status: 'QUEUED' } | null }>`
    with item as (
      select * from json_to_recordset(${JSON.stringify(items.map(toItem))}::json) as item (
        ord integer, integration_id uuid, organization_id uuid, id uuid, call_event_id uuid, analysis_id uuid,
        external_recording_id text, ${bodyDefinitions}
      )
    ),
    ${lockInsertOrder('recordings', sql`select integration_id from item`)},
    stored as (
      insert into recordings as r (
        integration_id, organization_id, id, call_event_id, analysis_id, external_recording_id, ${body},
        queued_at, created_date
      )
      -- Sorted, so that two batches that share recording_ids wait for each other in one order and cannot deadlock.
      select distinct on (integration_id, external_recording_id)
        integration_id, organization_id, id, call_event_id, analysis_id, external_recording_id, ${body},
        insert_order.at, insert_order.at
      from item
      cross join insert_order
      order by integration_id, external_recording_id, ord
      on conflict (integration_id, external_recording_id) do update set ${bodyAnew}, ${queuedAgain}
      where r.status = 'FAILED'
      returning ${contextColumns}, r.external_recording_id, r.call_event_id, r.status
    ),
    told as (
      insert into outbox (subject, message_id, payload)
      select ${recordingAccepted.subject}, gen_random_uuid(), json_build_object('recordings', json_agg(${contextBody}))
      from stored r
      having count(*) > 0
    )
    select case when coalesce(stored.call_event_id, r.call_event_id) is not null then json_build_object(
      'call_event_id', coalesce(stored.call_event_id, r.call_event_id),
      'status', coalesce(stored.status, r.status)
    ) end as submission
    from item
    left join stored
      on stored.integration_id = item.integration_id and stored.external_recording_id = item.external_recording_id
    left join recordings r
      on r.integration_id = item.integration_id and r.external_recording_id = item.external_recording_id
    order by item.ord
  `.execute(db);
  return rows.map(({ submission }) => submission);
}

function toItem({ caller, input }: Submitted, ord: number) {
  const { recording_id, ...rest } = input;
  return {
    ...rest,
    ord,
    integration_id: caller.integration_id,
    organization_id: caller.organization_id,
    id: uuidv7(),
    call_event_id: uuidv7(),
    analysis_id: uuidv7(),
    external_recording_id: recording_id,
    ai_models: input.ai_models ?? [],
  };
}
