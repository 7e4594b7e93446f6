import { softmax } from '../softmax.ts';
import type { Features } from './features.ts';
import type { Possible, PossibleAgreement } from './possible-agreements.ts';

/** A weight for each feature's name. */
export type AgreementModel = Readonly<Record<string, number>>;

/** A time as one of the kinds, with the probability that it stands. */
export type WeighedAgreement = Pick<PossibleAgreement, 'candidate' | 'kind'> & { share: number };

/**
 * Conditional logistic regression: how likely each of what may stand does.
 * @returns them in their order; what their shares leave to 1 is that of nothing.
 */
export function weighAgreements(
  model: AgreementModel,
  { agreements, nothing }: Possible,
): WeighedAgreement[] {
  const scores = [score(model, nothing)];
  const weighed: WeighedAgreement[] = [];
  for (const { candidate, kind, features } of agreements) {
    scores.push(score(model, features));
    weighed.push({ candidate, kind, share: 0 });
  }
  const [, ...shares] = softmax(scores);
  return weighed.map((one, i) => ({ ...one, share: shares[i] as number }));
}

function score(model: AgreementModel, features: Features): number {
  let sum = 0;
  for (const [name, value] of features) sum += (model[name] ?? 0) * value;
  return sum;
}
