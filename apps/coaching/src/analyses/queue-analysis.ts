import type { PayloadOf } from '@debrief/contracts/define';
import type { RecordingContext, recordingTranscribed } from '@debrief/contracts/events/recording';
import { noClaim } from '@debrief/database/leased-work';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import type { Db, Tables } from '../tables.ts';
import { analyzedAgain } from './analysis-events.ts';
import { findAnalysis } from './analysis-queries.ts';

type Transcribed = PayloadOf<typeof recordingTranscribed>;

/**
 * Makes a transcript a row of work, once. The newest attempt replaces an older one and ends its claim. A transcript
 * whose analysis is stored only emits that again, and one of an older attempt changes nothing.
 */
export function queueAnalysis(db: Db, notify: { queued: () => void; emitted: () => void }) {
  return async ({ payload }: { payload: Transcribed }): Promise<void> => {
    const isQueued = await transaction(db, (tx) => queue(tx, payload));
    if (isQueued) notify.queued();
    else notify.emitted();
  };
}

/** Inserts before it looks for an analysis: one that is being stored at this moment ends the row it comes from. */
async function queue(tx: Tx<Tables>, { recording, transcript }: Transcribed): Promise<boolean> {
  await sql`
    insert into analyses_due as r (integration_id, id, recording_attempt, recording, transcript, duration_seconds)
    values (
      ${recording.integration_id}, ${recording.recording_id}, ${recording.attempt},
      ${JSON.stringify(recording)}, ${JSON.stringify(transcript)}, ${transcript.duration_seconds}
    )
    on conflict (integration_id, id) do update set
      recording_attempt = excluded.recording_attempt, recording = excluded.recording,
      transcript = excluded.transcript, duration_seconds = excluded.duration_seconds,
      attempt = r.attempt + 1, queued_at = clock_timestamp(), failures = 0, due_at = null,
      waits_for = null, waiting_since = null, ${noClaim}
    where r.recording_attempt < excluded.recording_attempt
  `.execute(tx);
  const stored = await findAnalysis(tx, recording);
  if (stored === null || stored.attempt < recording.attempt) return true;
  await deleteUpTo(tx, recording, stored.attempt);
  if (stored.attempt === recording.attempt) await appendToOutbox(tx, [analyzedAgain(recording, stored.body)]);
  return false;
}

async function deleteUpTo(
  tx: Tx<Tables>,
  { integration_id, recording_id }: RecordingContext,
  attempt: number,
): Promise<void> {
  await tx
    .deleteFrom('analyses_due')
    .where('integration_id', '=', integration_id)
    .where('id', '=', recording_id)
    .where('recording_attempt', '<=', attempt)
    .execute();
}
