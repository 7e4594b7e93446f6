import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Candidate } from './candidates.ts';
import { findTimes } from './find-times.ts';
import { resolveClock } from './resolve-time.ts';

/** The local time that a candidate means; `at` is null where its day is unclear, and a date where it has no hour. */
export function resolveAgreed(
  { stretches }: Conversation,
  { time, support }: Candidate,
): { at: string | null; hour: number | null } {
  const [from, to] = [support[0]?.stretch.index ?? 0, support.at(-1)?.stretch.index ?? 0];
  // Nobody waits until after seven or eight for the morning.
  const isEvening = time.bound === 'after' || isEveningTalk(stretches.slice(from, to + 1));
  const clock = time.clock === null ? null : resolveClock(time.clock, time.part, isEvening);
  const at = time.date === null ? null : clock === null ? time.date : `${time.date}T${clock}`;
  return { at, hour: clock === null ? null : Number(clock.slice(0, 2)) };
}

const MORNING =
  /\b(early|mornings?|breakfast|before (work|school)|before (i|we) (leave|go|start)|on (my|your|the) way in)\b/;

/** `after work`, or other hours that lie in the late afternoon: `home by six thirty`, then `seven`. */
function isEveningTalk(stretches: readonly Stretch[]): boolean {
  const isMorning = stretches.some(({ words }) => MORNING.test(words.map(({ text }) => text).join(' ')));
  if (isMorning) return false;
  return stretches.some((stretch) => {
    if (chance(stretch, 'defer') > 0.5) return false;
    const words = stretch.words.map(({ text }) => text);
    if (/\b(evening|supper|tonight|dinner|after work|bedtime)\b/.test(words.join(' '))) return true;
    const hours = findTimes(words, true).filter(({ clock, part }) => part === null && clock !== null);
    return hours.some(({ clock }) => clock?.half !== 'am' && [4, 5, 6].includes(clock?.hour ?? 0));
  });
}
