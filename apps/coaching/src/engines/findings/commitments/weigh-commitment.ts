import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Action } from './find-actions.ts';
import { isAccepted, type Kind } from './is-for-later.ts';
import { timeWords, weakVerbs } from './word-classes.ts';

/** Verbs of which hardly anything but a commitment is made: `I'll send`, `call me`. */
const TELLING_VERBS = new Set(
  'send text email mail post bring photograph call ring phone tell put note upload forward'.split(' '),
);
/**
 * How often the wording alone was right where the act was judged unlikely (below 0.5), on predicted acts of training
 * calls; `other` and `weak` are the verbs.
 */
const WORDING: Record<Kind, { telling: number; other: number; weak: number }> = {
  promise: { telling: 0.6, other: 0.4, weak: 0.3 },
  request: { telling: 0.45, other: 0.2, weak: 0.25 },
};
const NAMES_TIME = 0.1;
const ACCEPTED = 0.3;
const EARLY = 0.5;
/** Asked and not answered is less sure than accepted. */
const UNANSWERED = 0.85;
const SURE_WORDING = 0.9;

/** How likely it is that an action is really to be done: by what the stretch does, or else by how it is worded. */
export function weighCommitment(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
): number {
  const verb = action.words[0]?.text ?? '';
  const verbs = WORDING[kind];
  const accepted = isAccepted(conversation, stretch);
  let wording = TELLING_VERBS.has(verb) ? verbs.telling : weakVerbs.has(verb) ? verbs.weak : verbs.other;
  if (action.words.some(({ text }) => timeWords.has(text))) wording += NAMES_TIME;
  if (kind === 'request' && accepted) wording += ACCEPTED;
  if (stretch.index < conversation.stretches.length / 2) wording *= EARLY;
  if (action.weight < SURE_WORDING) wording *= EARLY;
  const either = 1 - (1 - chance(stretch, kind)) * (1 - Math.min(1, wording));
  return either * (0.7 + 0.3 * action.weight) * (kind === 'request' && !accepted ? UNANSWERED : 1);
}
