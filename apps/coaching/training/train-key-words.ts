import { writeFileSync } from 'node:fs';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { foldOf, WHOLE, writersOf } from './cross-fit.ts';
import { type ChoiceExample, fitChoices } from './fit-choices.ts';
import { type Key, keyExample } from './key-examples.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import { keys } from './read-calls.ts';
import { endingFile } from './unseen-endings.ts';
import { conditions } from './vary.ts';

/**
 * `node train-key-words.ts` learns which words of a call name what it is about, and which lines show what the contact
 * wants, what stands in the way and how it ended, from what the classifier makes of calls by unseen writers.
 */
const modelFile = new URL('../src/engines/findings/key-words/key-words-model.json', import.meta.url);
const buckets: Record<Key, number> = { about: 1 << 15, wants: 1 << 13, obstacle: 1 << 13, ending: 1 << 16 };

const sources = loadSources('calls');
const writers = writersOf(sources);
const read = sources.flatMap(({ writer, call }) =>
  call === null
    ? []
    : conditions.map((condition) => ({
        call,
        fold: foldOf(writer, writers),
        conversation: predictedConversation(call, condition),
      })),
);
const models = keys.map((key) => {
  const rows = read.flatMap(({ call, conversation, fold }) => {
    const example = keyExample(key, call, conversation);
    return example === null ? [] : [{ example, fold }];
  });
  report(key, rows);
  const model = fitChoices(
    rows.map(({ example }) => example),
    buckets[key],
  );
  return [key, encodeChoices(model)];
});
writeFileSync(modelFile, `${JSON.stringify(Object.fromEntries(models))}\n`);

/** How often the likeliest candidate is right, by its probability, for writers that were left out. */
function report(key: Key, rows: readonly { example: ChoiceExample; fold: number }[]): void {
  const found = Array.from({ length: WHOLE }, (_, fold) => fold).flatMap((fold) => {
    const others = rows.filter((row) => row.fold !== fold).map(({ example }) => example);
    const model = fitChoices(others, buckets[key]);
    if (key === 'ending') writeFileSync(endingFile(fold), JSON.stringify(encodeChoices(model)));
    return rows
      .filter((row) => row.fold === fold)
      .map(({ example: { candidates, nothing, right } }) => {
        const shares = choose(model, candidates, nothing);
        const best = shares.reduce((most, share, i) => (share > (shares[most] ?? 0) ? i : most), 0);
        return { probability: shares[best] ?? 0, isRight: right.has(best) };
      });
  });
  const line = [0, 0.3, 0.5, 0.7].map((least) => {
    const shown = found.filter(({ probability }) => probability >= least);
    const right = shown.filter(({ isRight }) => isRight).length;
    return `from ${least}: ${((100 * shown.length) / found.length).toFixed(0)} %, right ${(right / shown.length).toFixed(2)}`;
  });
  console.log(`${key}: ${rows.length} readings, ${line.join('; ')}`);
}
