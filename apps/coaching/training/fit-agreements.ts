import type { Conversation } from '../src/engines/conversation/conversation.ts';
import {
  type Possible,
  type PossibleAgreement,
  possibleAgreements,
} from '../src/engines/findings/times/possible-agreements.ts';
import { resolveAgreed } from '../src/engines/findings/times/resolve-agreed.ts';
import { type AgreementModel, weighAgreements } from '../src/engines/findings/times/weigh-agreements.ts';
import type { LabelledCall } from './read-calls.ts';
import { seeded, shuffled } from './seeded.ts';

const EPOCHS = 20;
const RATE = 0.05;
const DECAY = 2e-3;
const BATCH = 16;

/** What may have been agreed on in a call, and which of it was. */
export interface AgreementExample {
  call: LabelledCall;
  possible: Possible & { agreements: readonly PossibleAgreement[] };
  /** By index of `possible.agreements`. */
  right: ReadonlySet<number>;
}

export function agreementExample(call: LabelledCall, conversation: Conversation): AgreementExample {
  const { agreements: all, nothing } = possibleAgreements(conversation);
  const agreements = [...all];
  const right = agreements.flatMap(({ candidate, kind }, i) => {
    const agreed = call[kind];
    return agreed !== null && agreed.at === resolveAgreed(conversation, candidate).at ? [i] : [];
  });
  return { call, possible: { agreements, nothing }, right: new Set(right) };
}

/** Adagrad on the log loss of what stands; a time that was agreed on and is no candidate counts as nothing. */
export function fitAgreements(examples: readonly AgreementExample[]): AgreementModel {
  const weights: Record<string, number> = {};
  const squares = new Map<string, number>();
  const random = seeded(9);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const order = [...shuffled(examples.length, random)];
    for (let from = 0; from < order.length; from += BATCH) {
      const slopes = new Map<string, number>();
      for (const i of order.slice(from, from + BATCH))
        collect(slopes, weights, examples[i] as AgreementExample);
      for (const name of new Set([...slopes.keys(), ...Object.keys(weights)])) {
        const weight = weights[name] ?? 0;
        const slope = (slopes.get(name) ?? 0) / BATCH + DECAY * weight;
        const square = (squares.get(name) ?? 1e-2) + slope * slope;
        squares.set(name, square);
        weights[name] = weight - (RATE * slope) / Math.sqrt(square);
      }
    }
  }
  const rounded = Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * 1000) / 1000]);
  return Object.fromEntries(rounded.filter(([, weight]) => weight !== 0));
}

function collect(
  slopes: Map<string, number>,
  model: AgreementModel,
  { possible, right }: AgreementExample,
): void {
  const shares = weighAgreements(model, possible).map(({ share }) => share);
  const nothing = 1 - shares.reduce((sum, share) => sum + share, 0);
  const mass = [...right].reduce((sum, i) => sum + (shares[i] as number), 0);
  const add = (features: ReadonlyMap<string, number>, error: number) => {
    if (Math.abs(error) < 1e-5) return;
    for (const [name, value] of features) slopes.set(name, (slopes.get(name) ?? 0) + error * value);
  };
  add(possible.nothing, right.size === 0 ? nothing - 1 : nothing);
  possible.agreements.forEach(({ features }, i) => {
    const share = shares[i] as number;
    add(features, right.has(i) ? share - share / Math.max(mass, 1e-9) : share);
  });
}
