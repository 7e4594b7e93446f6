import type { PayloadOf } from '@debrief/contracts/define';
import type { RecordingContext, recordingTranscribed } from '@debrief/contracts/events/recording';
import { leaseNow, noClaim } from '@debrief/database/leased-work';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { inBatches } from '@debrief/messaging/in-batches';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { analyzedAgain } from './analysis-events.ts';
import { findAnalyses } from './analysis-queries.ts';

type Transcribed = PayloadOf<typeof recordingTranscribed>;

/** Whether the work `r` is of what was erased, or names a user who was removed: then it comes again without the name. */
const isErasedWork = sql<boolean>`exists (
  select from erasures e
  where e.integration_id = r.integration_id
    and (e.subject_id = r.id
      or e.subject_id = (r.recording ->> 'contact_id')::uuid
      or e.subject_id = (r.recording ->> 'user_id')::uuid
        and (e.with_recordings or r.recording ->> 'external_user_id' <> r.recording ->> 'user_id'))
)`;

/** Transcripts of one transaction. */
const BATCH_MAX = 8;

/**
 * Makes a transcript a row of work, once. The newest attempt replaces an older one and ends its claim. A transcript
 * whose analysis is stored only emits that again, as does that of a rerun whose analysis, or a later rerun's, is stored:
 * ids of reruns are ordered by time. One of an older attempt changes nothing.
 */
export function queueAnalysis(db: Db, notify: { queued: () => void; emitted: () => void }) {
  const queueOne = inBatches<Transcribed>(async (transcripts) => {
    const known = await transaction(db, (tx) => queueAll(tx, transcripts));
    if (known < transcripts.length) notify.queued();
    if (known > 0) notify.emitted();
  }, BATCH_MAX);
  return ({ payload, signal }: { payload: Transcribed; signal?: AbortSignal }): Promise<void> =>
    queueOne(payload, signal);
}

/**
 * Inserts before it looks for analyses: one that is being stored at this moment ends the row it comes from.
 * @returns how many have an analysis already.
 */
async function queueAll(tx: Tx<Tables>, transcripts: readonly Transcribed[]): Promise<number> {
  const rows = transcripts.map(({ recording, transcript, rerun_id = null }) => ({
    integration_id: recording.integration_id,
    id: recording.recording_id,
    recording_attempt: recording.attempt,
    duration_seconds: transcript.duration_seconds,
    recording,
    transcript,
    rerun_id,
  }));
  // Sorted, so that two batches with recordings in common cannot deadlock.
  await sql`
    insert into analyses_due as r (
      integration_id, id, recording_attempt, recording, transcript, duration_seconds, rerun_id, received_at
    )
    select distinct on (integration_id, id)
      integration_id, id, recording_attempt, recording, transcript, duration_seconds, rerun_id, ${leaseNow}
    from json_populate_recordset(null::analyses_due, ${JSON.stringify(rows)}::json) r
    where not ${isErasedWork}
    order by integration_id, id, recording_attempt desc, rerun_id desc nulls last
    on conflict (integration_id, id) do update set
      recording_attempt = excluded.recording_attempt, recording = excluded.recording,
      transcript = excluded.transcript, duration_seconds = excluded.duration_seconds,
      rerun_id = excluded.rerun_id, attempt = r.attempt + 1, queued_at = clock_timestamp(),
      received_at = excluded.received_at, failures = 0, losses = 0, due_at = null,
      waits_for = null, waiting_since = null, ${noClaim}
    where r.recording_attempt < excluded.recording_attempt
      or r.recording_attempt = excluded.recording_attempt and r.rerun_id < excluded.rerun_id
  `.execute(tx);
  const recordings = transcripts.map(({ recording }) => recording);
  const rerunOf = new Map(transcripts.map(({ recording, rerun_id = null }) => [recording, rerun_id]));
  const stored = await findAnalyses(tx, recordings);
  const known = stored.filter(({ recording, attempt, rerun_id }) => {
    const wanted = rerunOf.get(recording) ?? null;
    return wanted === null || (rerun_id !== null && wanted <= rerun_id) || attempt > recording.attempt;
  });
  for (const { recording, attempt, body } of known) {
    const rerunId = rerunOf.get(recording) ?? null;
    await deleteKnown(tx, recording, attempt, rerunId);
    if (attempt === recording.attempt) await appendToOutbox(tx, [analyzedAgain(recording, body, rerunId)]);
  }
  return known.length;
}

/** The work of older attempts, and what this attempt has; a rerun of it that waits is still to be done. */
async function deleteKnown(
  tx: Tx<Tables>,
  { integration_id, recording_id }: RecordingContext,
  attempt: number,
  rerunId: string | null,
): Promise<void> {
  await sql`
    delete from analyses_due
    where integration_id = ${integration_id} and id = ${recording_id}
      and (
        recording_attempt < ${attempt}
        or recording_attempt = ${attempt} and (rerun_id is null or rerun_id = ${rerunId})
      )
  `.execute(tx);
}
