import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { SpokenTime } from './spoken-time.ts';
import { LIKELY, matches, matchesAny, remember, type Talk } from './talk.ts';

/** A no to what was proposed, to one of several, or to what had been agreed. */
export function refuse(talk: Talk, stretch: Stretch, times: readonly SpokenTime[]): void {
  const { pending, standing } = talk;
  if (chance(stretch, 'retract') > LIKELY) takeBack(talk, stretch);
  else if (pending !== null && pending.role !== stretch.role) {
    // Of two fridays `friday` is the next one.
    const refused = new Set(times.map((time) => pending.options.find((option) => matches(option, time))));
    const left = pending.options.filter((option) => !refused.has(option));
    const isPartly = left.length > 0 && left.length < pending.options.length;
    talk.pending = isPartly
      ? { ...pending, options: left }
      : (pending.former ?? { ...pending, isDeferred: true });
  } else if (standing !== null && times.some((time) => matchesAny([standing.time], time))) {
    talk.standing = null;
  }
}

/** Who has yet to ask somebody has not agreed. Who only thinks aloud says yes in the same turn. */
export function defer(talk: Talk, stretch: Stretch, probability: number): void {
  const { pending, standing } = talk;
  if (pending !== null && pending.role !== stretch.role) {
    if (!pending.isDeferred) pending.deferTurn = stretch.turn;
    pending.isDeferred = true;
  }
  if (standing === null || standing.turn !== stretch.turn) return;
  if (probability > SURE) talk.standing = null;
  else standing.probability *= 1 - probability;
}

const SURE = 0.6;

/** What was agreed no longer stands, but what is agreed instead may keep a part of it. */
export function takeBack(talk: Talk, stretch: Stretch): void {
  if (talk.standing !== null) remember(talk, talk.standing.time, stretch);
  talk.standing = null;
  talk.pending = null;
}

const CANCELS = new Set([
  'forget',
  'scratch',
  'scrap',
  'scrub',
  'cancel',
  'canceled',
  'cancelled',
  'bin',
  'ditch',
]);
const TAKES = new Set(['take', 'took', 'taken', 'taking']);
const MANAGES = new Set(['do', 'make']);
const ARTICLES = new Set(['the', 'that', 'this', 'on', 'for', 'your']);

/** `forget saturday` and `i can not do saturday`, of the day that was agreed. */
export function cancels({ standing }: Talk, stretch: Stretch, times: readonly SpokenTime[]): boolean {
  if (standing === null) return false;
  return times.some((time) => {
    const [before, last] = [stretch.words[time.from - 2]?.text, stretch.words[time.from - 1]?.text ?? ''];
    const isCancelled = isGivenUp(stretch, time) || (before === 'not' && MANAGES.has(last));
    return isCancelled && matches(standing.time, time);
  });
}

/** `I'll scrub the Friday`, `I took you off Wednesday`; not `don't forget Friday`. */
export function isGivenUp({ words }: Stretch, { from }: SpokenTime): boolean {
  const textAt = (at: number) => words[at]?.text ?? '';
  const at = ARTICLES.has(textAt(from - 1)) ? from - 2 : from - 1;
  if (textAt(at) === 'get') return textAt(at - 1) === 'for';
  if (textAt(at) === 'off') return TAKES.has(textAt(at - 1)) || TAKES.has(textAt(at - 2));
  return CANCELS.has(textAt(at)) && textAt(at - 1) !== 'not';
}
