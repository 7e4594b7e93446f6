import { writeFileSync } from 'node:fs';
import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { splitWords } from '../src/engines/conversation/split-words.ts';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { noObjection, objectionCandidates } from '../src/engines/findings/objections/objection-candidates.ts';
import { foldOf, folds, keepFold, writersOf } from './cross-fit.ts';
import { type ChoiceExample, fitChoices } from './fit-choices.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import type { LabelledCall } from './read-calls.ts';
import { unseenObstacle } from './unseen-key-words.ts';
import { conditions } from './vary.ts';

/**
 * `node train-objections.ts` learns which of the stretches that may object a manager would call an objection, from what
 * the classifier makes of calls by unseen writers. What one of two labellers saw counts half.
 */
const modelFile = new URL('../src/engines/findings/objections/objection-model.json', import.meta.url);
const BUCKETS = 1 << 13;
/** Of its words, a stretch shares so many with one that was labelled. */
const SHARED = 0.6;

type Seen = 'both' | 'one' | 'none';
const opinions: Record<Seen, readonly boolean[]> = {
  both: [true, true],
  one: [true, false],
  none: [false, false],
};

const sources = loadSources('calls');
const writers = writersOf(sources);
const rows = sources.flatMap(({ writer, call }) =>
  call === null
    ? []
    : conditions.flatMap((condition) => {
        const conversation = predictedConversation(call, condition);
        return objectionCandidates(conversation, unseenObstacle(call, conversation)).map((candidate) => ({
          fold: foldOf(writer, writers),
          candidate,
          seen: seenIn(call, conversation, candidate.stretch.index),
        }));
      }),
);

for (const fold of folds) {
  const model = fitChoices(examplesOf(rows.filter((row) => row.fold !== fold)), BUCKETS);
  keepFold('objection', fold, encodeChoices(model));
  const left = rows.filter((row) => row.fold === fold);
  const chances = left.map(({ candidate }) => choose(model, [candidate], noObjection)[0] as number);
  const line = [0.4, 0.5, 0.6, 0.7].map((least) => {
    const own = left.filter((_, i) => (chances[i] as number) >= least);
    const share = (seen: Seen) => (own.filter((row) => row.seen === seen).length / own.length).toFixed(2);
    return `from ${least}: ${own.length}, both ${share('both')}, one ${share('one')}`;
  });
  console.log(`objections, fold ${fold + 1}: ${line.join('; ')}`);
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitChoices(examplesOf(rows), BUCKETS)))}\n`);

function examplesOf(own: readonly (typeof rows)[number][]): ChoiceExample[] {
  return own.flatMap(({ candidate, seen }) =>
    opinions[seen].map((isObjection) => ({
      candidates: [candidate],
      nothing: noObjection,
      right: new Set(isObjection ? [0] : []),
    })),
  );
}

/** Who of those that labelled the call saw an objection in a stretch. */
function seenIn(call: LabelledCall, { stretches }: Conversation, index: number): Seen {
  const own = stretches[index];
  const labelled = (call.turns[own?.segment ?? -1]?.stretches ?? []).flatMap(({ text, acts }) => {
    const objections = acts.filter(({ act }) => act.startsWith('object:'));
    return objections.length === 0 ? [] : [{ text, isDoubted: objections.every((one) => one.isDoubted) }];
  });
  const here = labelled.filter(({ text }) => {
    const words = new Set(splitWords(text).map((word) => word.text));
    const shared = own?.words.filter((word) => words.has(word.text)).length ?? 0;
    return shared >= SHARED * (own?.words.length ?? 0);
  });
  return here.length === 0 ? 'none' : here.every(({ isDoubted }) => isDoubted) ? 'one' : 'both';
}
