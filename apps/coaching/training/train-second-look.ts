import { writeFileSync } from 'node:fs';
import type { GoldCall } from '../bench/read-gold-calls.ts';
import { hash } from '../src/engines/conversation/hash.ts';
import type { OutcomeCode } from '../src/engines/findings/findings.ts';
import { type ChoiceModel, encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { likelyEndings } from '../src/engines/findings/key-words/find-key-words.ts';
import { outcomeShares } from '../src/engines/findings/outcome/decide-outcome.ts';
import { lookAgain, spokenFeatures } from '../src/engines/findings/outcome/second-look.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { folds, keepFold } from './cross-fit.ts';
import { fitWords, type WordExample } from './fit-words.ts';
import { labelledConversation } from './labelled-conversation.ts';
import { codeOf, dispositions } from './labels.ts';
import { loadSources } from './load-texts.ts';
import { foldOfWholeCall, wholeReadings } from './whole-calls.ts';

/**
 * `node train-second-look.ts` learns how calls end by their words, from all that are labelled: those of `calls/`, too,
 * since words are not judged by a network that has learnt them. It keeps weights without each fold of writers that are
 * labelled as a whole for the steps that come after, and prints how often both looks are right of these.
 */
const modelFile = new URL('../src/engines/findings/outcome/second-look-model.json', import.meta.url);
const FIT = { buckets: 1 << 18, least: 8, epochs: 6, rate: 0.05 };
const codes = [...new Set(dispositions.map((label) => codeOf[label]))];

const known = loadSources('calls').flatMap(({ call }): WordExample[] =>
  call === null ? [] : [exampleOf(spokenFeatures(labelledConversation(call)), codeOf[call.disposition])],
);
const readings = wholeReadings().map(({ call, condition, conversation }) => {
  const features = spokenFeatures(conversation);
  const example = exampleOf(features, codeOf[call.gold.disposition]);
  const first = outcomeShares(conversation, negotiate(conversation), likelyEndings(conversation));
  return { call, condition, fold: foldOfWholeCall(call), features, example, first };
});
const found = folds.flatMap((fold) => {
  const model = fit(readings.filter((one) => one.fold !== fold));
  keepFold('second-look', fold, encodeChoices(model));
  return readings
    .filter((one) => one.fold === fold)
    .map((one) => ({
      ...one,
      before: likeliest(one.first),
      now: likeliest(lookAgain(one.first, one.features, model)),
    }));
});
for (const condition of new Set(readings.map((one) => one.condition))) {
  const own = found.filter((one) => one.condition === condition);
  const line = (['before', 'now'] as const).map((look) => {
    const shown = [0, 0.5, 0.6, 0.7, 0.8].map((least) => {
      const some = own.filter((one) => one[look].share >= least);
      const right = some.filter((one) => isRight(one.call, one[look].code)).length;
      return `from ${least}: ${((100 * some.length) / own.length).toFixed(0)} %, right ${(right / some.length).toFixed(3)}`;
    });
    return `  ${look === 'before' ? 'first look' : 'second look'}: ${shown.join('; ')}`;
  });
  console.log([`endings, ${condition}`, ...line].join('\n'));
}
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fit(readings)))}\n`);

/** As written alone: the words are the same without punctuation, and wrong ones teach nothing. */
function fit(others: typeof readings): ChoiceModel {
  const written = others.filter(({ condition }) => condition === 'as written');
  return fitWords([...known, ...written.map(({ example }) => example)], {
    ...FIT,
    kinds: codes.map((code) => hash(code)),
  });
}

function exampleOf(features: readonly number[], ended: OutcomeCode): WordExample {
  return { features, right: codes.map((code) => Number(code === ended)) };
}

function likeliest(shares: ReadonlyMap<OutcomeCode, number>): { code: OutcomeCode; share: number } {
  const [[code, share]] = [...shares].sort((a, b) => b[1] - a[1]) as [[OutcomeCode, number]];
  return { code, share };
}

function isRight({ gold }: GoldCall, code: OutcomeCode): boolean {
  return [gold.disposition, ...gold.also_acceptable].some((label) => codeOf[label] === code);
}
