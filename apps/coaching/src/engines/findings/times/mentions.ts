import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { dayOfCall } from './calendar.ts';
import { findTimes } from './find-times.ts';
import { type DayContext, resolveDay, weekSpokenOf } from './resolve-time.ts';
import type { SpokenTime } from './spoken-time.ts';

/** A time that somebody named, whatever they meant by it. */
export interface Mention {
  stretch: Stretch;
  said: SpokenTime;
  /** The date of its day, null where it names none or an unclear one. */
  date: string | null;
  /** What its day was read against. */
  context: DayContext;
}

/** The turns for which a bare number may still be an hour after a time was named. */
const OPEN_TURNS = 6;
/** Where a time is this likely to be spoken of, a bare number may be an hour. */
const LEAST = 0.1;

/** Five parts of the coach ask for the same, and reading them is a tenth of the work. */
const known = new WeakMap<Conversation, readonly Mention[]>();

/** All times that are named in a call, in order. */
export function mentionsIn(conversation: Conversation): readonly Mention[] {
  const read = known.get(conversation) ?? readMentions(conversation);
  known.set(conversation, read);
  return read;
}

function readMentions({ stretches, context }: Conversation): Mention[] {
  const mentions: Mention[] = [];
  const read: DayContext = { called: dayOfCall(context), around: null, week: null };
  let openUntil = -1;
  for (const stretch of stretches) {
    const isExpected =
      stretch.turn <= openUntil ||
      chance(stretch, 'propose_time', 'counter_time', 'recap', 'correct') > LEAST;
    const words = stretch.words.map(({ text }) => text);
    for (const said of findTimes(words, isExpected)) {
      if (said.day !== null) read.week = weekSpokenOf(said.day, read);
      const date = said.day === null ? null : resolveDay(said.day, read);
      mentions.push({ stretch, said, date, context: { ...read } });
      if (date !== null && said.isAhead) read.around = date;
      openUntil = stretch.turn + OPEN_TURNS;
    }
  }
  return mentions;
}
