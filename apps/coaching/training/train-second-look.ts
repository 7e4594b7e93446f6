import { writeFileSync } from 'node:fs';
import type { GoldCall } from '../bench/read-gold-calls.ts';
import type { OutcomeCode } from '../src/engines/findings/findings.ts';
import { encodeChoices } from '../src/engines/findings/key-words/choice-model.ts';
import { likelyEndings } from '../src/engines/findings/key-words/find-key-words.ts';
import { outcomeShares } from '../src/engines/findings/outcome/decide-outcome.ts';
import { lookAgain, spokenFeatures } from '../src/engines/findings/outcome/second-look.ts';
import { negotiate } from '../src/engines/findings/times/negotiate.ts';
import { folds, keepFold } from './cross-fit.ts';
import { fitSecondLook, type SeenEnding } from './fit-second-look.ts';
import { codeOf } from './labels.ts';
import { foldOfWholeCall, wholeReadings } from './whole-calls.ts';

/**
 * `node train-second-look.ts` learns from calls that are labelled as a whole, which nothing before it has seen, how
 * they ended by their words and by what the first look at the ending makes of strangers. It keeps weights of all
 * writers for the coach, and weights without each fold of writers for the steps that come after.
 */
const modelFile = new URL('../src/engines/findings/outcome/second-look-model.json', import.meta.url);

interface Example extends SeenEnding {
  call: GoldCall;
  fold: number;
  condition: string;
}

const examples = wholeReadings().map(({ call, condition, conversation }): Example => {
  const shares = outcomeShares(conversation, negotiate(conversation), likelyEndings(conversation));
  const features = spokenFeatures(conversation);
  const fold = foldOfWholeCall(call);
  return { call, fold, condition, shares, features, code: codeOf[call.gold.disposition] };
});
const found = folds.flatMap((fold) => {
  const model = fitSecondLook(examples.filter((one) => one.fold !== fold));
  keepFold('second-look', fold, encodeChoices(model));
  return examples
    .filter((one) => one.fold === fold)
    .map((one) => ({
      ...one,
      before: likeliest(one.shares),
      now: likeliest(lookAgain(one.shares, one.features, model)),
    }));
});
for (const condition of new Set(examples.map((one) => one.condition))) {
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
writeFileSync(modelFile, `${JSON.stringify(encodeChoices(fitSecondLook(examples)))}\n`);

function likeliest(shares: ReadonlyMap<OutcomeCode, number>): { code: OutcomeCode; share: number } {
  const [[code, share]] = [...shares].sort((a, b) => b[1] - a[1]) as [[OutcomeCode, number]];
  return { code, share };
}

function isRight({ gold }: GoldCall, code: OutcomeCode): boolean {
  return [gold.disposition, ...gold.also_acceptable].some((label) => codeOf[label] === code);
}
