import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { type AgreedTime, merge } from './agreed-time.ts';
import { accept, followUp, restate, resume } from './answer.ts';
import { findTimes } from './find-times.ts';
import { chanceOfCallback } from './kind-of-meeting.ts';
import { type Move, moveOf } from './move.ts';
import { phraseTime } from './phrase-time.ts';
import { propose } from './propose.ts';
import { cancels, defer, refuse, takeBack } from './refuse.ts';
import { resolveClock, weekOf } from './resolve-time.ts';
import type { SpokenDay, SpokenTime } from './spoken-time.ts';
import { supportOf } from './support.ts';
import { LIKELY, matches, matchesAny, newTalk, remember, type Standing, type Talk } from './talk.ts';

/** A time that two people settled on, as it stands at the end of the call. */
export interface Agreement {
  kind: 'appointment' | 'callback';
  /** `Saturday at nine fifteen in the morning` */
  asAgreed: string;
  missing: 'day' | 'hour' | null;
  /** Local ISO minutes, or the date alone where no hour was agreed; null where it cannot be resolved. */
  at: string | null;
  /** Indexes of the stretches it rests on, in order. */
  stretches: number[];
  probability: number;
}

/** The turns for which a bare number may still be an hour of the meeting that was spoken of. */
const OPEN_TURNS = 6;
/** Stretches after the agreement in which it may be said again. */
const RECAP_STRETCHES = 12;
const UNCLEAR_SHARE = 0.6;

/**
 * What was agreed on by the end of the call: proposals, counter-proposals, acceptances, corrections, recaps and
 * retractions are followed in order, and parts of a time come together across turns.
 */
export function negotiate(conversation: Conversation): Agreement[] {
  const talk = newTalk(conversation.context.occurred_at.slice(0, 10));
  for (const stretch of conversation.stretches) hear(talk, stretch);
  const standing = talk.standing === null ? talk.settled : [...talk.settled, talk.standing];
  return standing.flatMap((one) => conclude(conversation, one, talk.context.called));
}

function hear(talk: Talk, stretch: Stretch): void {
  const move = moveOf(stretch);
  const isOpen = talk.from !== null && stretch.turn <= talk.lastTurn + OPEN_TURNS;
  const isExpected = isOpen || move.proposes > LIKELY;
  const all = findTimes(textsOf(stretch), isExpected);
  if (isExpected) for (const { day } of all) if (day !== null) talk.context.week = weekSpokenOf(talk, day);
  const times = all.filter(({ isNegated, isAhead }) => !isNegated && isAhead);

  if (chance(stretch, 'opt_out', 'wrong_person', 'object:not_interested') > 0.5) {
    talk.standing = null;
    talk.pending = null;
  }
  if (cancels(talk, stretch, times)) takeBack(talk, stretch);
  else if (move.refuses > LIKELY && move.refuses >= move.accepts) refuse(talk, stretch, all);
  // Where times are being settled, a time whose act is unclear most likely is one more proposal or an echo.
  const isRecent = talk.from !== null && stretch.turn <= talk.lastTurn + 2;
  const proposes = move.proposes + (isRecent ? UNCLEAR_SHARE * move.unclear : 0);
  const states = proposes + move.repeats + move.accepts;
  const isProposal =
    times.length > 0 && states > LIKELY && proposes >= Math.max(move.repeats, move.accepts, 0.15);
  if (!isProposal) mention(talk, stretch, times);
  if (move.defers > LIKELY) defer(talk, stretch, move.defers);
  const isAnswer = answer(talk, stretch, times, { ...move, proposes }, isProposal);
  const isNew = !isAnswer || move.proposes > 0.5;
  if (isProposal && isNew) propose(talk, stretch, times, Math.min(1, states));
}

/** `next week` stands for the days that are named after it, until a day is named that needs no week. */
function weekSpokenOf(talk: Talk, day: SpokenDay): string | null {
  const isPlain =
    day.offset === undefined &&
    day.which === undefined &&
    day.date === undefined &&
    day.weeksOn === undefined;
  return weekOf(day, talk.context) ?? (isPlain ? talk.context.week : null);
}

/** `another day, monday`: nothing is proposed, but an hour that is proposed next will be on that day. */
function mention(talk: Talk, stretch: Stretch, times: readonly SpokenTime[]): void {
  const isOpen = talk.from !== null && talk.pending?.isDeferred !== false && talk.standing === null;
  if (!isOpen || chance(stretch, 'defer', 'request') <= LIKELY) return;
  for (const time of times)
    if (time.day !== null) remember(talk, merge(talk.base, time, talk.context), stretch);
}

function answer(
  talk: Talk,
  stretch: Stretch,
  times: readonly SpokenTime[],
  move: Move,
  isProposal: boolean,
): boolean {
  if (talk.pending !== null && !isProposal) followUp(talk, talk.pending, stretch, times, move);
  const { pending, standing } = talk;
  if (pending !== null && pending.role !== stretch.role && accept(talk, pending, stretch, times, move))
    return true;
  if (isProposal || times.length === 0) return false;
  const repeats = Math.min(1, move.repeats + move.accepts);
  if (pending !== null && !pending.isDeferred) {
    const isKnown = times.some((time) => matchesAny(pending.options, time));
    if (repeats > LIKELY && !isKnown) propose(talk, stretch, times, repeats);
  } else if (standing !== null) {
    if (repeats > LIKELY) restate(talk, standing, stretch, times, repeats);
  } else if (talk.from !== null) resume(talk, stretch, times, move);
  return false;
}

function conclude(conversation: Conversation, standing: Standing, called: string): Agreement[] {
  const { stretches, probability, from, dayFrom } = standing;
  // `half past` of an hour that nobody named is not an hour.
  const time = standing.time.clock?.hour === null ? { ...standing.time, clock: null } : standing.time;
  if (time.day === null && time.clock === null) return [];
  const to = stretches.at(-1) ?? from;
  const names = (stretch: Stretch): boolean =>
    findTimes(textsOf(stretch), true).some((said) => matches(time, said));
  const callback = chanceOfCallback(conversation, from, to, names);
  const kind = callback > 0.5 ? 'callback' : 'appointment';
  // Nobody waits until after seven or eight for the morning.
  const isEvening =
    time.bound === 'after' ||
    isEveningTalk(conversation.stretches.slice(kind === 'callback' ? from : dayFrom, to + 1));
  const clock = time.clock === null ? null : resolveClock(time.clock, time.part, isEvening);
  const support = supportOf(time, conversation.stretches.slice(from, to + RECAP_STRETCHES));
  return [
    {
      kind,
      asAgreed: phraseTime(time, clock === null ? null : Number(clock.slice(0, 2)), called),
      missing: missingOf(time),
      at: time.date === null ? null : clock === null ? time.date : `${time.date}T${clock}`,
      stretches: [...new Set(stretches)],
      probability: probability * Math.max(callback, 1 - callback) * support,
    },
  ];
}

function missingOf({ day, clock }: AgreedTime): Agreement['missing'] {
  if (day === null) return 'day';
  return clock === null && day.soon === undefined ? 'hour' : null;
}

/** `after work`, or other hours that lie in the late afternoon: `home by six thirty`, then `seven`. */
function isEveningTalk(stretches: readonly Stretch[]): boolean {
  return stretches.some((stretch) => {
    if (chance(stretch, 'defer') > 0.5) return false;
    const words = textsOf(stretch);
    if (/\b(evening|supper|tonight|dinner|after work|bedtime)\b/.test(words.join(' '))) return true;
    const hours = findTimes(words, true).filter(({ clock, part }) => part === null && clock !== null);
    return hours.some(({ clock }) => clock?.half !== 'am' && [4, 5, 6].includes(clock?.hour ?? 0));
  });
}

function textsOf({ words }: Stretch): string[] {
  return words.map(({ text }) => text);
}
