import { writeFileSync } from 'node:fs';
import { nothingDue } from '../src/engines/findings/commitments/due-candidates.ts';
import { choose, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { dueExamples, fitDue, fitWithoutEach } from './due-examples.ts';
import { wholeReadings } from './whole-calls.ts';

/**
 * `node train-due.ts` learns which promises and requests are still to be done when a call is over, from the action items of
 * the calls that are labelled as a whole: the acts of `calls/` say that something was promised, not what became of it.
 */
const modelFile = new URL('../src/engines/findings/commitments/due-model.json', import.meta.url);

const examples = dueExamples(wholeReadings());
const found = [...fitWithoutEach(examples)].flatMap(([writer, model]) =>
  examples
    .filter((one) => one.writer === writer)
    .map(({ candidate, isRight }) => ({
      probability: choose(model, [candidate], nothingDue)[0] as number,
      isRight,
    })),
);
for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
  const own = found.filter(({ probability }) => probability >= least);
  const right = own.filter(({ isRight }) => isRight).length;
  const all = found.filter(({ isRight }) => isRight).length;
  console.log(
    `from ${least}: ${own.length}, right ${(right / own.length).toFixed(2)}, of all ${(right / all).toFixed(2)}`,
  );
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitDue(examples)))}\n`);
