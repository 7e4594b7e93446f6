import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readGoldCalls } from '../bench/read-gold-calls.ts';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { clearExamples, fitClear, fitClearWithoutEach } from './clear-examples.ts';
import { dueExamples, fitWithoutEach } from './due-examples.ts';

/**
 * `node train-clear.ts` learns from which words a stranger to the call knows what is to be done, from the labels in
 * `thresholds/clear-wordings.json`.
 */
const modelFile = new URL('../src/engines/findings/commitments/clear-model.json', import.meta.url);

const calls = readGoldCalls(path.join(import.meta.dirname, 'thresholds/calls.json'));
const examples = clearExamples(calls, fitWithoutEach(dueExamples(calls)));
const found = [...fitClearWithoutEach(examples)].flatMap(([writer, model]) =>
  examples
    .filter((one) => one.writer === writer)
    .map(({ candidates, nothing, right }) => ({
      probability: choose(model, candidates, nothing)[0] as number,
      isRight: right.size > 0,
    })),
);
for (const least of [0.3, 0.5, 0.6, 0.7, 0.8, 0.9]) {
  const own = found.filter(({ probability }) => probability >= least);
  const right = own.filter(({ isRight }) => isRight).length;
  console.log(`from ${least}: ${own.length}, clear ${(right / own.length).toFixed(2)}`);
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitClear(examples)))}\n`);
