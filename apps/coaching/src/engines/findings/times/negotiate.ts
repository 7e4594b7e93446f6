import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Agreement } from '../findings.ts';
import { replyTo } from '../reply-to.ts';
import type { AgreedTime } from './agreed-time.ts';
import model from './agreement-model.json' with { type: 'json' };
import { dayOfCall } from './calendar.ts';
import { type Candidate, clockRelation, dayRelation } from './candidates.ts';
import { most, stretchesOf } from './features.ts';
import { isDayNamedSince, isSureTime } from './is-sure-time.ts';
import { type Mention, mentionsIn } from './mentions.ts';
import { phraseDay, phraseTime } from './phrase-time.ts';
import { possibleAgreements } from './possible-agreements.ts';
import { isGivenUp } from './refuse.ts';
import { resolveAgreed } from './resolve-agreed.ts';
import { fits } from './resolve-time.ts';
import { type AgreementModel, type WeighedAgreement, weighAgreements } from './weigh-agreements.ts';

/** From here on a time is reported as agreed where the call ended so: as likely as one that decides how it ended. */
export const AGREED_FROM = 0.45;
/** Less likely times say nothing about how the call ended. */
const LEAST = 0.1;
/** Of all stretches that name a time, the last are those in which it was settled. */
const MOST_NAMING = 3;
const LEAST_YES = 0.3;
/** Of 740 calls a day was told in 62 whose hour was not, each of them right. */
const DAY_FROM = 0.55;
const ASKING = new Set(['about', 'if', 'could', 'can']);
const REFUSED = 0.4;

/**
 * The time that most likely stands at the end of a call. Every time that was named, or that parts named across turns
 * add up to, is weighed by how the two talk about it; at most one is returned.
 */
export function negotiate(
  conversation: Conversation,
  weights: AgreementModel = model as AgreementModel,
): Agreement[] {
  const weighed = weighAgreements(weights, possibleAgreements(conversation));
  const left = weighed.filter(({ candidate }) => !isDayGivenUp(candidate));
  const best = left.reduce<WeighedAgreement | null>(
    (most, one) => (one.share > (most?.share ?? 0) ? one : most),
    null,
  );
  if (best === null) return [];
  const mentions = mentionsIn(conversation);
  const undone = chanceUndone(conversation, mentions, best.candidate);
  const probability = (best.share / sharedBy(weighed, left)) * (1 - undone);
  if (probability < LEAST) return [];
  const onDay = sharedBy(weighed, left) === 0 ? 0 : dayShare(left, best) / sharedBy(weighed, left);
  const isDaySure = onDay * (1 - undone) >= DAY_FROM;
  const ifAgreed =
    timeShare(weighed, best.candidate.time) / weighed.reduce((sum, { share }) => sum + share, 0);
  return [conclude(conversation, mentions, best, { probability, ifAgreed, isDaySure })];
}

/** That its day is right: whatever the hour, and whether they meet then or ring. */
function dayShare(weighed: readonly WeighedAgreement[], { candidate }: WeighedAgreement): number {
  const { date } = candidate.time;
  return weighed.reduce((sum, one) => (one.candidate.time.date === date ? sum + one.share : sum), 0);
}

/** Of a day and hour, as an appointment or a call. */
function timeShare(weighed: readonly WeighedAgreement[], { date, clock }: AgreedTime): number {
  return weighed.reduce((sum, { candidate: { time }, share }) => {
    const isSame =
      time.date === date && time.clock?.hour === clock?.hour && time.clock?.minute === clock?.minute;
    return isSame ? sum + share : sum;
  }, 0);
}

/** Whether its day is given up where it is named for the last time. */
function isDayGivenUp({ time, support }: Candidate): boolean {
  const last = support.findLast((one) => dayRelation(time, one) === 'same');
  return last !== undefined && isGivenUp(last.stretch, last.said);
}

/** What is left to be shared once some of it is known not to be so. */
function sharedBy(weighed: readonly WeighedAgreement[], left: readonly WeighedAgreement[]): number {
  const sum = (some: readonly WeighedAgreement[]) => some.reduce((all, { share }) => all + share, 0);
  return 1 - (sum(weighed) - sum(left));
}

/** Few calls show how a time is taken back after all: what is sure about that counts in full, whatever was learned. */
function chanceUndone(
  conversation: Conversation,
  mentions: readonly Mention[],
  candidate: Candidate,
): number {
  const { stretches } = conversation;
  const others = mentions.filter((one) => dayRelation(candidate.time, one) === 'other');
  const last = candidate.support.at(-1)?.stretch;
  if (last === undefined) return 0;
  const after = stretches.slice(last.index).filter(({ role }) => role === 'contact');
  const declines = last.role === 'contact' ? chance(last, 'decline') - chance(last, 'accept', 'recap') : 0;
  return Math.max(0, declines, most(after, 'retract'), chanceReopened(conversation, others, last));
}

/** `What about Tuesday, same as you said?` asks for another day than the one that was agreed, unless it is refused. */
function chanceReopened(conversation: Conversation, mentions: readonly Mention[], last: Stretch): number {
  const asked = mentions.filter(
    ({ stretch, said }) =>
      stretch.role === 'contact' &&
      stretch.turn > last.turn &&
      said.day?.weekday !== undefined &&
      said.isAhead &&
      !said.isNegated &&
      stretch.words.slice(0, 3).some(({ text }) => ASKING.has(text)),
  );
  return asked.reduce((highest, { stretch }) => {
    const isRefused = most(replyTo(conversation, stretch), 'decline', 'counter_time') >= REFUSED;
    return isRefused
      ? highest
      : Math.max(highest, chance(stretch, 'ask_closed', 'counter_time', 'propose_time'));
  }, 0);
}

function conclude(
  conversation: Conversation,
  mentions: readonly Mention[],
  { candidate, kind }: WeighedAgreement,
  { probability, ifAgreed, isDaySure }: { probability: number; ifAgreed: number; isDaySure: boolean },
): Agreement {
  const { support } = candidate;
  const time = hasHour(candidate.time)
    ? withHalfSaid(mentions, candidate.time)
    : { ...candidate.time, clock: null, until: null };
  const { at, hour } = resolveAgreed(conversation, { time, support });
  return {
    kind,
    asAgreed: phraseTime(time, hour, dayOfCall(conversation.context), at !== null),
    at,
    stretches: shownBy(conversation, support),
    probability,
    isSure: isSureTime(conversation, mentions, { time, support }, { probability, ifAgreed }),
    day:
      isDaySure && !isDayNamedSince(mentions, { time, support })
        ? phraseDay(withoutGuess(time), dayOfCall(conversation.context))
        : undefined,
    hourNamed: hourNamed(mentions, time),
  };
}

/** `The fourteenth` may be of another month than the next, so its weekday is told only where it was said. */
function withoutGuess(time: AgreedTime): AgreedTime {
  const isGuessed = time.day?.date !== undefined && time.day.weekday === undefined;
  return isGuessed ? { ...time, date: null } : time;
}

/** The last stretch that names its hour, and no other time; none where another was named later. */
function hourNamed(mentions: readonly Mention[], time: AgreedTime): number | undefined {
  const isOf = (one: Mention): boolean =>
    !one.said.isNegated &&
    one.said.isAhead &&
    one.said.bound !== 'until' &&
    one.said.bound !== 'before' &&
    clockRelation(time, one) !== 'other' &&
    dayRelation(time, one) !== 'other';
  const at = mentions.findLastIndex((one) => clockRelation(time, one) === 'same');
  const last = mentions[at]?.stretch;
  const isLast = mentions.every((one, i) => (i < at && one.stretch !== last) || isOf(one));
  return isLast ? last?.index : undefined;
}

/** `half past` of an hour that nobody named is not an hour, nor is `nine to three` once it is to be the morning. */
function hasHour({ clock, until, part }: AgreedTime): boolean {
  if (clock === null || clock.hour === null) return false;
  return part === null || until === null || until.hour === null || fits(until.hour, part);
}

/** `Wednesday, ten in the morning?` `Thursday, same time?` `Ten o'clock`: the half of the day is that of the same hour before. */
function withHalfSaid(mentions: readonly Mention[], time: AgreedTime): AgreedTime {
  const { clock, part, until } = time;
  if (clock === null || clock.half !== null || part !== null || until !== null) return time;
  const same = mentions.filter((one) => !one.said.isNegated && clockRelation(time, one) === 'same');
  const halves = new Set(same.flatMap(({ said }) => said.clock?.half ?? []));
  const parts = new Set(same.flatMap(({ said }) => said.part ?? []));
  if (halves.size + parts.size !== 1) return time;
  const [half = null] = halves;
  const [named = null] = parts;
  return { ...time, clock: { ...clock, half }, part: named };
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
