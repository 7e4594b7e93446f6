import type { Stretch } from '../../conversation/conversation.ts';
import { type AgreedTime, isSameClock } from './agreed-time.ts';
import { findTimes } from './find-times.ts';
import { matches } from './talk.ts';

/** What an hour or a day that was said only once is worth: a word that was misheard is seldom said again. */
const ONCE_HOUR = 0.6;
const ONCE_DAY = 0.8;

/** How far the talk bears out a time that was agreed on: people say what they mean more than once. */
export function supportOf(time: AgreedTime, stretches: readonly Stretch[]): number {
  let [hours, days] = [0, 0];
  for (const { words } of stretches) {
    const said = findTimes(
      words.map(({ text }) => text),
      true,
    );
    const { clock } = time;
    if (clock !== null && said.some((one) => one.clock !== null && isSameClock(one.clock, clock))) hours += 1;
    if (said.some((one) => one.day !== null && matches({ ...time, clock: null }, { ...one, clock: null })))
      days += 1;
  }
  return (time.clock !== null && hours < 2 ? ONCE_HOUR : 1) * (days < 2 ? ONCE_DAY : 1);
}
