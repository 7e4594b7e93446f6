import { type Act, acts } from '../../conversation/acts.ts';
import { isWish } from '../conduct/opt-out-fault.ts';
import type { Judged } from './moment.ts';

/** What the contact wanted in the end, which any advice has to fit. */
export type Wish = 'no calls' | 'nothing' | 'another time' | 'open';

export const objecting: readonly Act[] = acts.filter((act) => act.startsWith('object:'));
export const refusing: readonly Act[] = ['decline', 'object:not_interested', 'object:need', 'opt_out'];

export function lastWish({ conversation, outcome }: Judged): Wish {
  if (conversation.stretches.some(isWish)) return 'no calls';
  if (outcome.code === 'do_not_contact' || outcome.code === 'not_interested') return 'nothing';
  return outcome.code === 'callback_requested' ? 'another time' : 'open';
}
