import { isDeepStrictEqual } from 'node:util';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import { removeCardNumbers } from '@debrief/contracts/cards/remove-card-numbers';
import type { InputOf } from '@debrief/contracts/define';
import {
  CALL_NOT_FOUND,
  DebriefError,
  TRANSCRIPT_CHANGED,
  TRANSCRIPT_NOT_READY,
  TRANSCRIPT_REMOVED,
} from '@debrief/contracts/errors';
import { correctTranscript as operation } from '@debrief/contracts/operations/corrections';
import type { HeardTranscript, Transcript, TranscriptView } from '@debrief/contracts/resources/transcript';
import { fitWords } from '@debrief/contracts/resources/transcript-words';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import { sql } from 'kysely';
import { doesRemoveCardNumbers } from '../integrations/record-integration.ts';
import { recordingOfEach } from '../recordings/recording-lookup.ts';
import { transcriptView, withoutWords, withWords } from '../recordings/transcript-view.ts';
import { judgeAgain } from '../reruns/judge-again.ts';
import type { Db, Tables } from '../tables.ts';
import { applyChange } from './apply-change.ts';

interface Item {
  caller: IntegrationCaller;
  input: InputOf<typeof operation>;
}

type Change = Item['input']['change'];

interface Stored {
  status: string;
  revision: number | null;
  transcript: Transcript;
  view: TranscriptView;
  original: HeardTranscript | null;
}

/** Stores what a person has put right beside what was heard, with its entry of the audit trail, and notes the call to be judged again. */
export function correctTranscript(db: Db) {
  return handleWrite(operation, async (item: Item) => ({
    ok: { revision: await transaction(db, (tx) => correct(tx, item)) },
  }));
}

async function correct(tx: Tx<Tables>, item: Item): Promise<number> {
  const { caller, input } = item;
  const { revision, transcript, view, original } = await lockTranscript(tx, item);
  if (revision !== input.revision) throw new DebriefError(TRANSCRIPT_CHANGED);
  const present = withWords(transcript, view);
  const removes = await doesRemoveCardNumbers(tx, caller.integration_id);
  const cleaned = removes ? withoutCards : (texts: HeardTranscript) => texts;
  // What was heard before the setting was made may hold card numbers, too.
  const heard = cleaned(original ?? present);
  const change = removes ? withoutCardNames(input.change) : input.change;
  const next = change.kind === 'restore' ? heard : cleaned(applyChange(present, change));
  if (isDeepStrictEqual(next, present)) return revision;
  await sql`
    update transcripts set
      transcript = ${JSON.stringify(withoutWords(next))}::json,
      body = ${JSON.stringify(transcriptView(input.recording_id, next))},
      original = ${isDeepStrictEqual(next, heard) ? null : JSON.stringify(heard)}::json,
      revision = revision + 1, is_judged = false
    where integration_id = ${caller.integration_id} and recording_id = ${input.recording_id}
  `.execute(tx);
  await judgeAgain(tx, [{ integration_id: caller.integration_id, id: input.recording_id }]);
  const segment_index = change.kind === 'line' ? { segment_index: change.segment_index } : {};
  await recordAudit(tx, 'ingest', caller, {
    ...{ action: 'transcript.corrected', target: input.recording_id },
    details: { change: change.kind, ...segment_index },
  });
  return revision + 1;
}

/** The recording is locked first, as by whatever else changes or deletes its texts. */
async function lockTranscript(
  tx: Tx<Tables>,
  { caller, input }: Item,
): Promise<Stored & { revision: number }> {
  const { integration_id } = caller;
  const lookup = { caller, input: { kind: 'call' as const, by: 'id' as const, value: input.recording_id } };
  const { rows: locked } = await sql<{ status: string }>`
    select r.status from recordings r
    where r.integration_id = ${integration_id} and r.id = (select r.id from ${recordingOfEach([lookup])})
    for update
  `.execute(tx);
  if (locked[0] === undefined) throw new DebriefError(CALL_NOT_FOUND);
  if (locked[0].status !== 'COMPLETED') throw new DebriefError(TRANSCRIPT_NOT_READY);
  const { rows } = await sql<Stored & { revision: number }>`
    select t.revision, t.transcript, t.body::json as view, t.original from transcripts t
    where t.integration_id = ${integration_id} and t.recording_id = ${input.recording_id}
  `.execute(tx);
  if (rows[0] === undefined) throw new DebriefError(TRANSCRIPT_REMOVED);
  return rows[0];
}

function withoutCards(transcript: HeardTranscript): HeardTranscript {
  return { ...transcript, segments: removeCardNumbers(transcript.segments).map(fitWords) };
}

/** The names are one text: a number may begin in one and end in the other. */
function withoutCardNames(change: Change): Change {
  if (change.kind !== 'rename') return change;
  const names = [change.agent, change.contact].map((text) => ({ role: 'names', text }));
  const [agent = change.agent, contact = change.contact] = removeCardNumbers(names).map(({ text }) => text);
  return { ...change, agent, contact };
}
