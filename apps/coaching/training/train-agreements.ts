import { writeFileSync } from 'node:fs';
import { foldOf, folds, keepFold, writersOf } from './cross-fit.ts';
import { agreementExample, fitAgreements } from './fit-agreements.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { loadSources } from './load-texts.ts';
import { predictedConversation } from './predicted.ts';
import { conditions } from './vary.ts';

/**
 * `node train-agreements.ts` learns which time stands at the end of a call, from acts as they were labelled and as the
 * classifier finds them in calls by unseen writers, in all conditions. It keeps weights of all writers for the coach,
 * and weights without each fold of writers for `unseen-agreements.ts`, which `measure-times.ts` measures.
 */
const modelFile = new URL('../src/engines/findings/times/agreement-model.json', import.meta.url);

const sources = loadSources('calls');
const writers = writersOf(sources);
const examples = sources.flatMap(({ writer, call }) => {
  if (call === null) return [];
  const read = conditions.map((condition) => predictedConversation(call, condition));
  return [labelledConversation(call), ...read].map((conversation) => ({
    fold: foldOf(writer, writers),
    example: agreementExample(call, conversation),
  }));
});

for (const left of folds) {
  const others = examples.filter(({ fold }) => fold !== left);
  keepFold('agreements', left, fitAgreements(others.map(({ example }) => example)));
}
const model = fitAgreements(examples.map(({ example }) => example));
writeFileSync(modelFile, `${JSON.stringify(model)}\n`);
