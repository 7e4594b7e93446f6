import { recordingTranscribed } from '@debrief/contracts/events/recording';
import { leaseNow } from '@debrief/database/leased-work';
import type { Tx } from '@debrief/database/pool';
import { type RawBuilder, sql } from 'kysely';
import { recordingContext } from '../recordings/recording-context.ts';
import type { Tables } from '../tables.ts';

/** Silence is doubled each time, up to 128 times: an analysis service that is away for days is not flooded. */
const DOUBLINGS_MAX = 7;

/** Assignments for the first request in an attempt. */
export function firstRequest(silenceSeconds: number): RawBuilder<unknown> {
  return sql`analysis_requests = 1, due_at = ${leaseNow} + make_interval(secs => ${silenceSeconds})`;
}

/** Assignments for a repeated request. */
export function nextRequest(silenceSeconds: number): RawBuilder<unknown> {
  return sql`
    analysis_requests = analysis_requests + 1,
    due_at = ${leaseNow} + make_interval(secs => ${silenceSeconds} * 2 ^ least(analysis_requests, ${DOUBLINGS_MAX}))
  `;
}

/** Its message id. Each request has one of its own: JetStream would drop a repeated one. */
const requestId = sql`concat(r.id, ':', r.attempt, ':transcribed:', r.analysis_requests)`;

/** Whether the request for the analysis of `r` could not be published yet: its stream is full. */
export const isRequestRefused: RawBuilder<boolean> = sql`exists (
  select from outbox
  where subject = 'recording.transcribed' and message_id = ${requestId} and published_at is null and failures > 0
)`;

/**
 * Emits recording.transcribed of the recordings `r`, a table of that name, with `t.transcript`.
 */
export function insertAnalysisRequests(transcripts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into outbox (subject, message_id, payload)
    select ${recordingTranscribed.subject}, ${requestId},
      json_build_object('recording', ${recordingContext}, 'transcript', t.transcript)
    from r join ${transcripts} t on t.integration_id = r.integration_id and t.recording_id = r.id
    order by r.queued_at, r.id
  `;
}

/**
 * Deletes the requests of recordings that are finished, or will be asked for again: each holds a whole transcript for
 * a day, and would be published again when JetStream has lost its store. Those that the relay has locked are left to it.
 */
export async function dropAnalysisRequests(tx: Tx<Tables>, recordingIds: readonly string[]): Promise<void> {
  if (recordingIds.length === 0) return;
  await deleteAnalysisRequests(sql`select unnest(${recordingIds}::uuid[])`).execute(tx);
}

/** The same of the recordings whose ids a query selects, as a part of a statement. */
export function deleteAnalysisRequests(recordingIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    delete from outbox using (
      select request.id from (${recordingIds}) as recording (id)
      cross join lateral (
        select id from outbox
        where subject = 'recording.transcribed'
          and message_id ~>=~ (recording.id || ':') and message_id ~<~ (recording.id || ';')
        for update skip locked
      ) request
    ) request
    where outbox.id = request.id
  `;
}
