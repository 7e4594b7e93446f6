import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { type ChoiceModel, decodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { type Ending, type LikelyEnding, weighEndings } from '../src/engines/findings/key-words/endings.ts';
import { likelyEndings } from '../src/engines/findings/key-words/find-key-words.ts';
import { foldOf, writersOf } from './cross-fit.ts';
import { loadSources } from './load-texts.ts';
import type { LabelledCall } from './read-calls.ts';

const calls = loadSources('calls');
const writers = writersOf(calls);
const writerOf = new Map(calls.map(({ writer, excerpt }) => [excerpt.id, writer]));
const models = new Map<number, ChoiceModel>();

/** Where `train-key-words.ts` keeps the weights that leave a fold of writers out. */
export function endingFile(fold: number): string {
  return path.join(import.meta.dirname, '.cross-fitted', `endings-${fold}.json`);
}

/** How a call of `calls/` may have ended, by weights that have not seen its writer. */
export function unseenEndings(call: LabelledCall, conversation: Conversation): Map<Ending, LikelyEnding> {
  const writer = writerOf.get(call.id);
  if (writer === undefined) return likelyEndings(conversation);
  const fold = foldOf(writer, writers);
  const model = models.get(fold) ?? decodeChoices(JSON.parse(readFileSync(endingFile(fold), 'utf8')));
  models.set(fold, model);
  return weighEndings(model, conversation);
}
