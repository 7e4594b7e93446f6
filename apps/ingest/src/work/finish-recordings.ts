import { failure } from '@debrief/contracts/failures';
import { finishWork as operation } from '@debrief/contracts/operations/ingest-work';
import { HeardTranscript } from '@debrief/contracts/resources/transcript';
import { isHeld, lockHeldWork } from '@debrief/database/leased-work';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle } from '@debrief/messaging/serve';
import type { Logger } from '@debrief/service-kit/logger';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { storeAudio } from '../audio/store-audio.ts';
import { type AttemptKey, workKey } from '../pipeline/analyzing-recordings.ts';
import type { Db, Tables } from '../tables.ts';
import { endRecordings } from './end-recordings.ts';
import { storeTranscripts, type Transcribed } from './store-transcripts.ts';
import { keepParts, type Part, type Whole } from './transcript-parts.ts';
import { type WorkSettings, work } from './work-settings.ts';

const transcriptCheck = TypeCompiler.Compile(HeardTranscript);

/** Takes transcripts from workers, in parts in any order. Calls `emitted` when there are events to relay. */
export function finishRecordings(db: Db, settings: WorkSettings, emitted: () => void, log: Logger) {
  return handle(operation, async (items) => {
    const parts = items.map(({ input }) => input);
    const held = await transaction(db, (tx) => finishAll(tx, settings, parts, log));
    emitted();
    return held.map((isHeld) => ({ ok: { held: isHeld } }));
  });
}

async function finishAll(
  tx: Tx<Tables>,
  settings: WorkSettings,
  parts: readonly Part[],
  log: Logger,
): Promise<boolean[]> {
  const held = await lockHeldWork(tx, work, parts.map(workKey));
  const mine = parts.filter((_, index) => held[index]);
  const single = mine
    .filter(({ parts: count }) => count === 1)
    .map(({ data, ...key }) => ({ ...key, json: data }));
  const whole = [
    ...single,
    ...(await keepParts(
      tx,
      mine.filter(({ parts: count }) => count > 1),
    )),
  ];
  const transcribed: Transcribed[] = [];
  const broken: Whole[] = [];
  for (const one of whole) {
    const transcript = parse(one.json);
    if (transcript === null) broken.push(one);
    else transcribed.push({ ...one, transcript });
  }
  await storeTranscripts(tx, settings, transcribed, isHeld(work));
  // Said with each part.
  await storeAudio(
    tx,
    transcribed.map((one) => ({ ...one, audio: mine.find((part) => isSameAttempt(part, one))?.audio })),
  );
  // Another attempt would send the same again.
  for (const { json: _, ...key } of broken) log.error(key, 'a transcript does not fit its contract');
  await endRecordings(
    tx,
    broken.map(({ recording_id, ...key }) => ({ ...key, id: recording_id, error: failure('internal') })),
  );
  return held;
}

function isSameAttempt(one: AttemptKey, other: AttemptKey): boolean {
  return (
    one.integration_id === other.integration_id &&
    one.recording_id === other.recording_id &&
    one.attempt === other.attempt
  );
}

function parse(json: string): HeardTranscript | null {
  try {
    const transcript: unknown = JSON.parse(json);
    return transcriptCheck.Check(transcript) ? transcript : null;
  } catch {
    return null;
  }
}
