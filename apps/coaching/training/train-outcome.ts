import { writeFileSync } from 'node:fs';
import { hash } from '../src/engines/conversation/hash.ts';
import type { OutcomeCode } from '../src/engines/findings/findings.ts';
import { endings } from '../src/engines/findings/key-words/endings.ts';
import { featureNames, outcomeFeatures } from '../src/engines/findings/outcome/outcome-features.ts';
import {
  decodeOutcomes,
  type StoredOutcomes,
  weighOutcomes,
} from '../src/engines/findings/outcome/weigh-outcomes.ts';
import { foldOf, folds, writersOf } from './cross-fit.ts';
import { fitOutcomes } from './fit-outcomes.ts';
import { codeOf } from './labels.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import { unseenAgreements } from './unseen-agreements.ts';
import { unseenEndings } from './unseen-key-words.ts';
import { conditions } from './vary.ts';

/** `node train-outcome.ts` learns how calls end from what the classifier makes of calls by unseen writers. */
const modelFile = new URL('../src/engines/findings/outcome/outcome-model.json', import.meta.url);

interface Example {
  fold: number;
  features: Float32Array;
  code: OutcomeCode;
  also: OutcomeCode[];
  condition: string;
}

const sources = loadSources('calls');
const writers = writersOf(sources);
const examples = sources.flatMap(({ writer, call }) =>
  call === null
    ? []
    : conditions.map((condition): Example => {
        const conversation = predictedConversation(call, condition);
        const features = Float32Array.from(
          outcomeFeatures(
            conversation,
            unseenAgreements(call, conversation),
            unseenEndings(call, conversation),
          ),
        );
        const also = call.also.map((label) => codeOf[label]);
        return { fold: foldOf(writer, writers), features, code: codeOf[call.disposition], also, condition };
      }),
);

const rows = folds.flatMap((fold) => {
  const isOut = (one: Example) => one.fold === fold;
  const model = decodeOutcomes(stored(examples.filter((one) => !isOut(one))));
  return examples.filter(isOut).map((example) => {
    const shares = [...weighOutcomes(model, example.features)].sort((a, b) => b[1] - a[1]);
    const [code, probability] = shares[0] as [OutcomeCode, number];
    return { example, code, probability };
  });
});
for (const condition of conditions) report(condition);
writeFileSync(modelFile, `${JSON.stringify(stored(examples))}\n`);

function stored(known: readonly Example[]): StoredOutcomes {
  return { features: hash(featureNames.join()), ...fitOutcomes(known, endings) };
}

function report(condition: string): void {
  const own = rows.filter(({ example }) => example.condition === condition);
  const right = own.filter(({ example, code }) => code === example.code).length;
  const f1 = endings.map((code) => {
    const both = own.filter((row) => row.code === code && row.example.code === code).length;
    const either =
      own.filter((row) => row.code === code).length +
      own.filter(({ example }) => example.code === code).length;
    return either === 0 ? 0 : (2 * both) / either;
  });
  console.log(
    `${condition}: right ${right} of ${own.length}, macro-F1 ${(f1.reduce((a, b) => a + b) / endings.length).toFixed(3)}`,
  );
  console.log(endings.map((code, i) => `  ${code} ${f1[i]?.toFixed(2)}`).join(''));
  for (const threshold of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
    const kept = own.filter(({ probability }) => probability >= threshold);
    const good = kept.filter(
      ({ example, code }) => code === example.code || example.also.includes(code),
    ).length;
    const falseAppointments = kept.filter(
      ({ example, code }) =>
        code === 'appointment_set' && example.code !== code && !example.also.includes(code),
    ).length;
    console.log(
      `  from ${threshold}: commits ${((100 * kept.length) / own.length).toFixed(0)} %, right ${((100 * good) / kept.length).toFixed(1)} %, false appointments ${falseAppointments}`,
    );
  }
}
