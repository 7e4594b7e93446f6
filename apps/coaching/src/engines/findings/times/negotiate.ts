import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { replyTo } from '../reply-to.ts';
import type { AgreedTime } from './agreed-time.ts';
import model from './agreement-model.json' with { type: 'json' };
import { most, stretchesOf } from './features.ts';
import type { Mention } from './mentions.ts';
import { phraseTime } from './phrase-time.ts';
import { type PossibleAgreement, possibleAgreements } from './possible-agreements.ts';
import { resolveAgreed } from './resolve-agreed.ts';
import { type AgreementModel, weighAgreements } from './weigh-agreements.ts';

/** A time that two people settled on, as it stands at the end of the call. */
export interface Agreement {
  kind: PossibleAgreement['kind'];
  /** `Saturday at nine fifteen in the morning` */
  asAgreed: string;
  missing: 'day' | 'hour' | null;
  /** Local ISO minutes, or the date alone where no hour was agreed; null where it cannot be resolved. */
  at: string | null;
  /** Indexes of the stretches it rests on, in order. */
  stretches: number[];
  /** That it stands, is of this kind, and that its day and hour are right. */
  probability: number;
}

/** From here on a time is more than worth weighing: it can be reported as agreed where the call ended so. */
export const AGREED_FROM = 0.4;
/** Less likely times say nothing about how the call ended. */
const LEAST = 0.1;
/** Of all stretches that name a time, the last are those in which it was settled. */
const MOST_NAMING = 3;
const LEAST_YES = 0.3;

/**
 * The time that most likely stands at the end of a call. Every time that was named, or that parts named across turns
 * add up to, is weighed by how the two talk about it; at most one is returned.
 */
export function negotiate(
  conversation: Conversation,
  weights: AgreementModel = model as AgreementModel,
): Agreement[] {
  const possible = possibleAgreements(conversation);
  const shares = weighAgreements(weights, possible);
  const share = Math.max(0, ...shares);
  const best = possible.agreements[shares.indexOf(share)];
  if (best === undefined) return [];
  const probability = share * (1 - chanceUndone(conversation, best.candidate.support));
  if (probability < LEAST) return [];
  return [conclude(conversation, best, probability)];
}

/** Few calls show how a time is taken back after all: what is sure about that counts in full, whatever was learned. */
function chanceUndone({ stretches }: Conversation, support: readonly Mention[]): number {
  const last = support.at(-1)?.stretch;
  if (last === undefined) return 0;
  const after = stretches.slice(last.index).filter(({ role }) => role === 'contact');
  const declines = last.role === 'contact' ? chance(last, 'decline') - chance(last, 'accept', 'recap') : 0;
  return Math.max(0, declines, most(after, 'retract'));
}

function conclude(
  conversation: Conversation,
  { candidate, kind }: PossibleAgreement,
  probability: number,
): Agreement {
  const { support } = candidate;
  // `half past` of an hour that nobody named is not an hour.
  const time = candidate.time.clock?.hour === null ? { ...candidate.time, clock: null } : candidate.time;
  const { at, hour } = resolveAgreed(conversation, { time, support });
  return {
    kind,
    asAgreed: phraseTime(time, hour, conversation.context.occurred_at.slice(0, 10)),
    missing: missingOf(time),
    at,
    stretches: shownBy(conversation, support),
    probability,
  };
}

/** Where the time was named last, and the likeliest yes to it. */
function shownBy(conversation: Conversation, support: readonly Mention[]): number[] {
  const naming = stretchesOf(support).slice(-MOST_NAMING);
  const yes = naming
    .flatMap((stretch) => replyTo(conversation, stretch))
    .reduce<Stretch | null>(
      (best, one) =>
        chance(one, 'accept') > (best === null ? LEAST_YES : chance(best, 'accept')) ? one : best,
      null,
    );
  const all = yes === null ? naming : [...naming, yes];
  return [...new Set(all.map(({ index }) => index))].sort((a, b) => a - b);
}

function missingOf({ day, clock }: AgreedTime): Agreement['missing'] {
  if (day === null) return 'day';
  return clock === null && day.soon === undefined ? 'hour' : null;
}
