import { writeFileSync } from 'node:fs';
import { encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { isListed } from '../src/engines/findings/objections/find-objections.ts';
import { fitListed, fitListedWithoutEach, listedExamples } from './listed-examples.ts';
import { wholeReadings } from './whole-calls.ts';

/**
 * `node train-listed.ts` learns which likely objections somebody who knows the whole call would list, from the calls
 * that are labelled as a whole; and prints, without each writer, how many that are listed are right.
 */
const modelFile = new URL('../src/engines/findings/objections/listed-model.json', import.meta.url);

const readings = wholeReadings();
const examples = listedExamples(readings);
const models = fitListedWithoutEach(examples);
for (const condition of new Set(readings.map((one) => one.condition))) {
  const calls = readings.filter((one) => one.condition === condition);
  const wanted = calls.reduce((sum, { call }) => sum + call.gold.objections.length, 0);
  const listed = examples.filter(
    (one) => one.condition === condition && isListed(one.likely, one.features, models.get(one.writer)),
  );
  const right = listed.filter((one) => one.right > 0).length;
  const found = listed.reduce((sum, one) => sum + one.wanted, 0);
  console.log(
    `objections, ${condition}: right ${(right / listed.length).toFixed(2)} (${right} of ${listed.length}), ` +
      `found ${(found / wanted).toFixed(2)} (${found} of ${wanted})`,
  );
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitListed(examples)))}\n`);
