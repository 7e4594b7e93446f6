import { makeAudioKey } from '@debrief/audio-store/audio-key';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import { removeCardNumbers } from '@debrief/contracts/cards/remove-card-numbers';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { submitTranscript as operation } from '@debrief/contracts/operations/ingest';
import type { KeptAudio } from '@debrief/contracts/resources/audio';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import { type AudioKeeping, keepsAudio, keepsNone } from '../audio/keep-days.ts';
import { storeAudio } from '../audio/store-audio.ts';
import { doesRemoveCardNumbers } from '../integrations/record-integration.ts';
import type { Db, Tables } from '../tables.ts';
import { storeTranscripts } from '../work/store-transcripts.ts';
import type { WorkSettings } from '../work/work-settings.ts';
import { submissionOfEach } from './find-submission.ts';
import { insertSubmissions } from './submit-recording.ts';

interface Item {
  caller: IntegrationCaller;
  input: InputOf<typeof operation>;
}

/**
 * Stores a recording with its transcript, without card numbers, and both events in one transaction. Calls `emitted`, so that they go out
 * at once.
 */
export function submitTranscript(
  db: Db,
  settings: WorkSettings,
  emitted: () => void,
  keeping: AudioKeeping = keepsNone,
) {
  const answer = async (item: Item) => {
    const submission = await transaction(db, (tx) => store(tx, { settings, keeping }, item));
    emitted();
    return { ok: submission };
  };
  return handleWrite(operation, answer);
}

/** Nobody else sees it QUEUED: until the commit it is this transaction's alone. */
async function store(
  tx: Tx<Tables>,
  { settings, keeping }: { settings: WorkSettings; keeping: AudioKeeping },
  { caller, input }: Item,
) {
  const { transcript: given, audio, ...submitted } = input;
  const removes = await doesRemoveCardNumbers(tx, caller.integration_id);
  const segments = removes ? removeCardNumbers(given.segments) : given.segments;
  const transcript = { ...given, segments: segments.map(fitWords) };
  const recording = { ...submitted, recording_url: null, duration_seconds: transcript.duration_seconds };
  await insertSubmissions(tx, [{ caller, input: recording }]);
  const { integration_id } = caller;
  const inserted = await tx
    .selectFrom('recordings')
    .select(['id', 'attempt'])
    .where('integration_id', '=', integration_id)
    .where('external_recording_id', '=', input.recording_id)
    .where('status', '=', 'QUEUED')
    .where('recording_url', 'is', null)
    .executeTakeFirst();
  if (inserted !== undefined) {
    const { id, attempt } = inserted;
    const transcribed = { integration_id, recording_id: id, attempt, transcript };
    await storeTranscripts(tx, settings, [transcribed], sql`r.transcribed_at is null`);
    // Nobody silences what is given: a card number would still be heard.
    const isClean = segments.every(({ text }, index) => text === given.segments[index]?.text);
    if (audio !== undefined && isClean) await keep(tx, keeping, { integration_id, id, attempt, audio });
  }
  const [submission] = await submissionOfEach(tx, [{ caller, input }]);
  // Its people were erased since they were found.
  if (submission === null || submission === undefined) throw new DebriefError(UNAVAILABLE);
  if (audio === undefined) return submission;
  const kept = await tx
    .selectFrom('audio')
    .innerJoin('recordings', (join) =>
      join
        .onRef('recordings.integration_id', '=', 'audio.integration_id')
        .onRef('recordings.id', '=', 'audio.recording_id'),
    )
    .select('audio.key')
    .where('recordings.integration_id', '=', integration_id)
    .where('recordings.external_recording_id', '=', input.recording_id)
    .executeTakeFirst();
  return { ...submission, audio_key: kept?.key ?? null };
}

/** Names the file before it is there: it is wanted from then on, and given again it goes to the same place. */
async function keep(
  tx: Tx<Tables>,
  keeping: AudioKeeping,
  {
    integration_id,
    id,
    attempt,
    audio,
  }: { integration_id: string; id: string; attempt: number; audio: Omit<KeptAudio, 'key'> },
): Promise<void> {
  const asked = await sql`
    update recordings r set audio_asked = true
    where r.integration_id = ${integration_id} and r.id = ${id} and ${keepsAudio(keeping)}
  `.execute(tx);
  if (asked.numAffectedRows !== 1n) return;
  const owner = { integration_id, recording_id: id, attempt };
  await storeAudio(tx, [{ ...owner, audio: { ...audio, key: makeAudioKey(owner) } }]);
}
