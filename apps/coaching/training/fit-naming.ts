import type { Conversation } from '../src/engines/conversation/conversation.ts';
import { type ChoiceModel, choose } from '../src/engines/findings/key-words/choice-model.ts';
import { noneOf } from '../src/engines/findings/key-words/line-candidates.ts';
import { headAt } from '../src/engines/findings/key-words/noun-phrase.ts';
import { stem, topicCandidates } from '../src/engines/findings/key-words/topic-candidates.ts';
import { probabilityOf, topicGroups } from '../src/engines/findings/key-words/topic-groups.ts';
import { wordsOf } from './key-examples.ts';
import type { LabelledCall } from './read-calls.ts';
import { seeded, shuffled } from './seeded.ts';

/** What is said of a noun in a call, and whether the words that were marked are about the same. */
export interface NamingExample {
  features: number[];
  isRight: boolean;
}

/** The nouns of a call, by phrases that were weighed without its writer. */
export function namingExamples(
  model: ChoiceModel,
  call: Pick<LabelledCall, 'key'>,
  conversation: Conversation,
): NamingExample[] {
  const marked = call.key.about.map(({ text }) => {
    const words = wordsOf(text);
    return stem(words[headAt(words)] ?? '');
  });
  const candidates = topicCandidates(conversation);
  const shares = choose(model, candidates, noneOf(conversation));
  return topicGroups(conversation, candidates, shares).map(({ noun, best, features }) => {
    const words = conversation.stretches[best.stretch]?.words.slice(best.from, best.to) ?? [];
    const holds = words.some(({ text }) => marked.includes(stem(text)));
    return { features, isRight: marked.includes(noun) || holds };
  });
}

const EPOCHS = 20;
const RATE = 0.05;
const DECAY = 1e-3;
const DIGITS = 3;

/** Logistic regression by Adagrad, in whole thousandths. */
export function fitNaming(examples: readonly NamingExample[]): number[] {
  const size = examples[0]?.features.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  const squares = new Array<number>(size).fill(1e-2);
  const random = seeded(5);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const at of shuffled(examples.length, random)) {
      const { features, isRight } = examples[at] as NamingExample;
      const error = probabilityOf(weights, features) - Number(isRight);
      features.forEach((value, i) => {
        const slope = error * value + DECAY * (weights[i] as number);
        squares[i] = (squares[i] as number) + slope * slope;
        weights[i] = (weights[i] as number) - (RATE * slope) / Math.sqrt(squares[i] as number);
      });
    }
  }
  return weights.map((weight) => Number(weight.toFixed(DIGITS)));
}

/** How often the likeliest noun of a call is what its marked words are about, by its probability. */
export function namesFound(
  parts: readonly { weights: readonly number[]; unseen: readonly (readonly NamingExample[])[] }[],
): string {
  const found = parts.flatMap(({ weights, unseen }) =>
    unseen.map((examples) =>
      examples
        .map(({ features, isRight }) => ({ probability: probabilityOf(weights, features), isRight }))
        .reduce((best, one) => (one.probability > best.probability ? one : best), {
          probability: 0,
          isRight: false,
        }),
    ),
  );
  const shown = [0.4, 0.5, 0.6, 0.7, 0.8].map((least) => {
    const some = found.filter(({ probability }) => probability >= least);
    const right = some.filter(({ isRight }) => isRight);
    return `from ${least}: ${((100 * some.length) / found.length).toFixed(0)} %, right ${(right.length / some.length).toFixed(2)}`;
  });
  return `what it is about, by its noun: ${shown.join('; ')}`;
}
