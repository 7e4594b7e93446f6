import { writeFileSync } from 'node:fs';
import { type ChoiceModel, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { foldOf, folds, keepFold, writersOf } from './cross-fit.ts';
import { fitChoices } from './fit-choices.ts';
import { fitNaming, namesFound, namingExamples } from './fit-naming.ts';
import { type Key, type KeyExample, keyExample } from './key-examples.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import { keys } from './read-calls.ts';
import { choicesFound, endingsFound, type Reading } from './report-key-words.ts';
import { conditions } from './vary.ts';

/**
 * `node train-key-words.ts` learns which words of a call name what it is about, and which lines show what the contact
 * wants, what stands in the way and how it ended, from what the classifier makes of calls by unseen writers. It keeps
 * weights of all writers for the coach, and for obstacles and endings also those without each fold of writers, from
 * which objections and outcomes are learnt.
 */
const modelFile = new URL('../src/engines/findings/key-words/key-words-model.json', import.meta.url);
const buckets: Record<Key, number> = { about: 1 << 15, wants: 1 << 13, obstacle: 1 << 13, ending: 1 << 16 };

const sources = loadSources('calls');
const writers = writersOf(sources);
const readings = sources.flatMap(({ writer, call }) =>
  call === null
    ? []
    : conditions.map((condition) => ({
        call,
        fold: foldOf(writer, writers),
        conversation: predictedConversation(call, condition),
      })),
);
/** What is said of a noun in the whole call tells whether the call is about it. */
let naming: number[] = [];
const models = keys.map((key) => {
  const rows = readings.map(({ call, conversation, fold }) => ({
    call,
    conversation,
    fold,
    example: keyExample(key, call, conversation),
  }));
  const parts = folds.map((fold) => ({
    model: fit(
      key,
      rows.filter((row) => row.fold !== fold),
    ),
    unseen: rows.filter((row) => row.fold === fold),
  }));
  if (key === 'ending' || key === 'obstacle') {
    parts.forEach(({ model }, fold) => {
      keepFold(key, fold, encodeChoices(model));
    });
  }
  if (key === 'about') naming = learnNaming(parts);
  console.log(key === 'ending' ? endingsFound(parts) : choicesFound(key, parts));
  return [key, encodeChoices(fit(key, rows))];
});
writeFileSync(modelFile, `${JSON.stringify({ ...Object.fromEntries(models), naming })}\n`);

/** From phrases that were weighed without the writer of their call. */
function learnNaming(parts: readonly { model: ChoiceModel; unseen: readonly Reading[] }[]): number[] {
  const examples = parts.map(({ model, unseen }) =>
    unseen.map(({ call, conversation }) => namingExamples(model, call, conversation)),
  );
  const without = examples.map((unseen, fold) => ({
    weights: fitNaming(examples.filter((_, other) => other !== fold).flat(2)),
    unseen,
  }));
  console.log(namesFound(without));
  return fitNaming(examples.flat(2));
}

function fit(key: Key, rows: readonly { example: KeyExample }[]): ChoiceModel {
  const examples = rows.flatMap(({ example }) => (example.isLost ? [] : [example]));
  return fitChoices(examples, buckets[key]);
}
