import { writeFileSync } from 'node:fs';
import { encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import {
  kindsOfWords,
  OBJECTS,
  type ObjectionWords,
} from '../src/engines/findings/objections/objection-words.ts';
import { folds, keepFold } from './cross-fit.ts';
import { fitWords } from './fit-words.ts';
import { labelledExamples, readExamples, type SpokenExample } from './objection-word-examples.ts';
import { foldOfWholeCall, wholeReadings } from './whole-calls.ts';

/**
 * `node train-objection-words.ts` learns by words alone whether somebody objects, and to what, from all labelled calls.
 * It keeps weights without each fold of writers that are labelled as a whole for the steps that come after.
 */
const modelFile = new URL('../src/engines/findings/objections/objection-words-model.json', import.meta.url);
const FIT = { buckets: 1 << 18, least: 6, epochs: 4, rate: 0.08 };

const known = labelledExamples();
const readings = wholeReadings();
for (const fold of folds) {
  const others = readings.filter(({ call }) => foldOfWholeCall(call) !== fold);
  keepFold('objection-words', fold, stored(fit([...known, ...readExamples(others)])));
}
writeFileSync(modelFile, `${JSON.stringify(stored(fit([...known, ...readExamples(readings)])))}\n`);

function fit(examples: readonly SpokenExample[]): ObjectionWords {
  const judged = examples.flatMap(({ own, around, objects }) =>
    objects === null ? [] : [{ features: [...own, ...around], right: [objects, 1 - objects] }],
  );
  const named = examples.flatMap(({ own, kinds }) =>
    kinds.some((share) => share > 0) ? [{ features: own, right: kinds }] : [],
  );
  return {
    objects: fitWords(judged, { ...FIT, kinds: [OBJECTS], orNone: true }),
    kinds: fitWords(named, { ...FIT, kinds: kindsOfWords }),
  };
}

function stored({ objects, kinds }: ObjectionWords) {
  return { objects: encodeChoices(objects), kinds: encodeChoices(kinds) };
}
