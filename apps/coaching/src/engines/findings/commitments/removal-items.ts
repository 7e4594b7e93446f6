import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Commitment, OutcomeCode } from '../findings.ts';
import { asksOffList } from '../outcome/asks-off-list.ts';
import { namesOf } from './names.ts';

/** Nobody who asked to be left alone is to be called again. */
const REMOVED_FROM = 0.2;
const UNMISTAKABLE = 0.9;
/** Of the plainest wish. */
const AS_PLAIN = 0.9;
/** An agent who was asked to remove a number and never agreed still has to: right to say, less sure to be counted. */
const NOT_HONORED = 0.6;

/** The words that say it best, one stretch a turn. */
function clearestOfTurns(stretches: readonly Stretch[], ...acts: readonly Act[]): Stretch[] {
  const best = new Map<number, Stretch>();
  for (const one of stretches) {
    const known = best.get(one.turn);
    if (known === undefined || chance(one, ...acts) > chance(known, ...acts)) best.set(one.turn, one);
  }
  return [...best.values()];
}

/** Whoever asks to be left alone is to be taken off the list. */
export function removalItems(conversation: Conversation, code: OutcomeCode | null): Commitment[] {
  const likely = (act: 'honor_opt_out' | 'opt_out'): Stretch[] =>
    conversation.stretches.filter(
      (stretch) => chance(stretch, act) > 0.5 && chance(stretch, act) > chance(stretch, 'obstruct_opt_out'),
    );
  const honored = likely('honor_opt_out');
  const all = honored.length > 0 ? honored : likely('opt_out');
  const most = Math.max(0, ...all.map((stretch) => chance(stretch, 'honor_opt_out', 'opt_out')));
  // `Take me off for four` takes an appointment back.
  const isEnough = code === null || code === 'do_not_contact' || most >= UNMISTAKABLE;
  const inWords = code === 'do_not_contact' ? asksOffList(conversation) : null;
  if (all.length === 0 && inWords !== null) all.push(inWords);
  if (all.length === 0 || !isEnough) return [];
  // A threat after the wish is said in the same breath, and is not the wish.
  const plain = all.filter((stretch) => chance(stretch, 'honor_opt_out', 'opt_out') >= AS_PLAIN * most);
  const stretches = clearestOfTurns(plain, 'honor_opt_out', 'opt_out');
  const { contact } = namesOf(conversation);
  const text = `Take ${contact === 'the contact' ? 'the number' : contact} off the call list`;
  const probability =
    (inWords === null ? most : Math.max(most, UNMISTAKABLE)) * (honored.length > 0 ? 1 : NOT_HONORED);
  if (probability < REMOVED_FROM) return [];
  return [{ owner: 'agent', text, stretches: stretches.map(({ index }) => index), probability }];
}
