import { type Erasure, REMOVED_USER_NAME } from '@debrief/contracts/events/erasures';
import { isCased, redact } from '@debrief/contracts/redact';
import type { HeardTranscript, Transcript, TranscriptView } from '@debrief/contracts/resources/transcript';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import { isAmong } from '@debrief/database/leased-work';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { sql } from 'kysely';
import { deleteAudio } from '../audio/delete-audio.ts';
import { retryUnfinished } from '../recordings/retry-recording.ts';
import { transcriptView, withoutWords, withWords } from '../recordings/transcript-view.ts';
import type { Tables } from '../tables.ts';
import type { WorkSettings } from '../work/work-settings.ts';

/** Transcripts of hours are MBs. */
const BATCH_ROWS = 20;

interface Named {
  integration_id: string;
  id: string;
  user_name: string;
  transcript: Transcript | null;
  view: TranscriptView | null;
  /** What was heard, where people have corrected it. */
  original: HeardTranscript | null;
}

/**
 * Takes the name of a removed user out of a batch of their recordings: as a label, and wherever it is said. Audio goes
 * as a whole: it is the user's voice. Work on one
 * that is not finished begins anew, because whoever has it knows the name.
 */
export async function removeUserName(
  tx: Tx<Tables>,
  settings: WorkSettings,
  { integration_id, subject_id, words }: Erasure,
): Promise<Round> {
  const { rows: named } = await sql<Named>`
    select r.integration_id, r.id, r.user_name, t.transcript, t.body::json as view, t.original
    from recordings r
    left join transcripts t on t.integration_id = r.integration_id and t.recording_id = r.id
    where r.integration_id = ${integration_id} and r.kind in ('call', 'roleplay') and r.user_id = ${subject_id}
      and r.external_user_id <> r.user_id::text
    limit ${BATCH_ROWS}
    for update of r
  `.execute(tx);
  if (named.length === 0) return 'done';
  await storeTranscripts(
    tx,
    named.flatMap((recording) => withoutName(recording, words)),
  );
  await sql`
    update recordings r set user_name = ${REMOVED_USER_NAME}, external_user_id = r.user_id::text
    where ${isAmong(named)}
  `.execute(tx);
  await sql`
    delete from transcript_parts p using (select r.integration_id, r.id from recordings r where ${isAmong(named)}) r
    where p.integration_id = r.integration_id and p.recording_id = r.id
  `.execute(tx);
  await deleteAudio(tx, named);
  await retryUnfinished(tx, settings, named);
  return 'more';
}

interface Rewritten {
  integration_id: string;
  id: string;
  transcript: HeardTranscript;
  original: HeardTranscript | null;
}

function withoutName(
  { integration_id, id, user_name, transcript, view, original }: Named,
  words: readonly string[],
): Rewritten[] {
  if (transcript === null || view === null) return [];
  // Somebody may have called them by another name.
  const renamed = original === null ? [] : [transcript.speakers.agent, original.speakers.agent];
  const names = [...words, user_name, ...renamed];
  const left = redacted(withWords(transcript, view), names);
  return [{ integration_id, id, transcript: left, original: original && redacted(original, names) }];
}

function redacted(transcript: HeardTranscript, names: readonly string[]): HeardTranscript {
  const { speakers, segments } = transcript;
  const cased = isCased(segments.map(({ text }) => text));
  return {
    ...transcript,
    speakers: { ...speakers, ...redact({ agent: speakers.agent, contact: speakers.contact }, names, cased) },
    segments: segments.map((segment) =>
      fitWords({ ...segment, ...redact({ speaker: segment.speaker, text: segment.text }, names, cased) }),
    ),
  };
}

async function storeTranscripts(tx: Tx<Tables>, rewritten: readonly Rewritten[]): Promise<void> {
  if (rewritten.length === 0) return;
  // A form that was opened before holds the name: what it sends is refused by its revision.
  await sql`
    update transcripts t set
      transcript = left_of.transcript::json, body = left_of.body, original = left_of.original::json,
      revision = t.revision + 1
    from unnest(
      ${rewritten.map(({ integration_id }) => integration_id)}::uuid[],
      ${rewritten.map(({ id }) => id)}::uuid[],
      ${rewritten.map(({ transcript }) => JSON.stringify(withoutWords(transcript)))}::text[],
      ${rewritten.map(({ id, transcript }) => JSON.stringify(transcriptView(id, transcript)))}::text[],
      ${rewritten.map(({ original }) => original && JSON.stringify(original))}::text[]
    ) as left_of (integration_id, id, transcript, body, original)
    where t.integration_id = left_of.integration_id and t.recording_id = left_of.id
  `.execute(tx);
}
