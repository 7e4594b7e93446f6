import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { merge } from './agreed-time.ts';
import { accept, followUp, restate, resume } from './answer.ts';
import { dayOfCall } from './calendar.ts';
import { findTimes } from './find-times.ts';
import { type Move, moveOf } from './move.ts';
import { propose } from './propose.ts';
import { cancels, defer, refuse, takeBack } from './refuse.ts';
import { weekSpokenOf } from './resolve-time.ts';
import type { SpokenTime } from './spoken-time.ts';
import { LIKELY, matchesAny, newTalk, remember, type Standing, type Talk } from './talk.ts';

/** The turns for which a bare number may still be an hour of the meeting that was spoken of. */
const OPEN_TURNS = 6;
const UNCLEAR_SHARE = 0.6;

/**
 * The times that stand at the end of the call if each act is taken at its word: proposals, counter-proposals,
 * acceptances, corrections, recaps and retractions are followed in order, and parts of a time come together across turns.
 */
export function followNegotiation(conversation: Conversation): Standing[] {
  const talk = newTalk(dayOfCall(conversation.context));
  for (const stretch of conversation.stretches) hear(talk, stretch);
  return talk.standing === null ? talk.settled : [...talk.settled, talk.standing];
}

function hear(talk: Talk, stretch: Stretch): void {
  const move = moveOf(stretch);
  const isOpen = talk.from !== null && stretch.turn <= talk.lastTurn + OPEN_TURNS;
  const isExpected = isOpen || move.proposes > LIKELY;
  const all = findTimes(textsOf(stretch), isExpected);
  if (isExpected)
    for (const { day } of all) if (day !== null) talk.context.week = weekSpokenOf(day, talk.context);
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

function textsOf({ words }: Stretch): string[] {
  return words.map(({ text }) => text);
}
