import { type Act, acts } from '../../conversation/acts.ts';
import { chance, type Stretch } from '../../conversation/conversation.ts';
import { callsIn } from './meeting-words.ts';

/** What a stretch does in the talk about times. Acts that do the same there add up: a classifier divides them finely. */
export interface Move {
  proposes: number;
  /** Says a time again, or another instead of what was said. */
  repeats: number;
  accepts: number;
  promises: number;
  listens: number;
  refuses: number;
  defers: number;
  /** The probability that no act at all accounts for. */
  unclear: number;
}

export function moveOf(stretch: Stretch): Move {
  return {
    proposes: chanceOfProposal(stretch),
    repeats: total(stretch, 'recap', 'correct'),
    accepts: chance(stretch, 'accept'),
    promises: chance(stretch, 'promise'),
    listens: chance(stretch, 'backchannel'),
    refuses: total(stretch, 'decline', 'retract'),
    defers: stretch.role === 'contact' ? chance(stretch, 'defer') : 0,
    unclear: 1 - total(stretch, ...acts),
  };
}

/** `call me tuesday` proposes a time as well, though it is a request. */
function chanceOfProposal(stretch: Stretch): number {
  const proposes = total(stretch, 'propose_time', 'counter_time');
  if (callsIn(stretch) === 0) return proposes;
  const asks = stretch.role === 'contact' ? chance(stretch, 'request', 'defer') : 0;
  return Math.max(proposes, 0.8 * asks, 0.8 * chance(stretch, 'propose_step'));
}

function total(stretch: Stretch, ...acts: readonly Act[]): number {
  let sum = 0;
  for (const act of acts) sum += stretch.acts[act] ?? 0;
  return Math.min(1, sum);
}
