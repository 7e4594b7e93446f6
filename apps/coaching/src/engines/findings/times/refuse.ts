import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { SpokenTime } from './spoken-time.ts';
import { LIKELY, matches, matchesAny, remember, type Talk } from './talk.ts';

/** A no to what was proposed, to one of several, or to what had been agreed. */
export function refuse(talk: Talk, stretch: Stretch, times: readonly SpokenTime[]): void {
  const { pending, standing } = talk;
  if (chance(stretch, 'retract') > LIKELY) {
    if (standing !== null) remember(talk, standing.time, stretch);
    talk.standing = null;
    talk.pending = null;
  } else if (pending !== null && pending.role !== stretch.role) {
    const left = pending.options.filter((option) => !times.some((time) => matches(option, time)));
    const isPartly = left.length > 0 && left.length < pending.options.length;
    talk.pending = isPartly
      ? { ...pending, options: left }
      : (pending.former ?? { ...pending, isDeferred: true });
  } else if (standing !== null && times.some((time) => matchesAny([standing.time], time))) {
    talk.standing = null;
  }
}

/** Who has yet to ask somebody has not agreed. */
export function defer(talk: Talk, stretch: Stretch): void {
  const { pending, standing } = talk;
  if (pending !== null && pending.role !== stretch.role) pending.isDeferred = true;
  if (standing !== null && standing.turn === stretch.turn) talk.standing = null;
}
