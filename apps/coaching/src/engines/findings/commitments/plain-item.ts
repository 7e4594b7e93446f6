import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Action } from './find-actions.ts';
import { findReferent } from './find-referent.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import { breaksOff } from './lines-before.ts';
import { sayPlainly } from './say-plainly.ts';
import { saysWhatToDo } from './says-what-to-do.ts';
import type { Sides } from './spoken-to-owner.ts';

/** A promise or a request in the words of its own sentence. Null where these would not be understood alone. */
export function plainItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
): string | null {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  // Without marks nobody can tell where a sentence ends.
  if (isEmptyWording(action) || !/[.?!,]/.test(text)) return null;
  const referent = (verb: string, isPlural: boolean): string | null =>
    findReferent(conversation, stretch, kind, verb, isPlural, sides);
  // A half is understood with the other half alone.
  for (const { start, end } of action.isHalf ? [stretch] : [stretch, action]) {
    if (!isWhole(text, end)) continue;
    const said = text.slice(start, end);
    const plain = sayPlainly(said, kind, sides, referent);
    if (plain !== null && saysEnough(plain, said, kind)) return plain;
  }
  return null;
}

/** `Knock loud`, `sign first`: what is asked in passing has more words where it is still to be done. */
function saysEnough(plain: string, said: string, kind: Kind): boolean {
  const words = splitWords(plain).map(({ text }) => text);
  const isCall = /^(?:Call|Ring|Phone|Try|Text|Email|Write) \p{Lu}/u.test(plain);
  if (kind === 'promise') return isCall || words.length >= LEAST_WORDS;
  if (/\b(?:can|could|would|will) you\b/i.test(said)) return words.length >= LEAST_WORDS;
  return saysWhatToDo(said, kind) && words.length > LEAST_WORDS && contentWords(words).length > LEAST_CONTENT;
}

const LEAST_WORDS = 3;
const LEAST_CONTENT = 2;

/** Cut in the middle of a sentence it has lost what makes it understood. */
function isWhole(text: string, end: number): boolean {
  if (breaksOff(text.slice(0, end + 3).trim())) return false;
  return /^["'”’]?\s*(?:[.,;:?!]|$)/.test(text.slice(end)) || /[.,;:?!]["'”’]?\s*$/.test(text.slice(0, end));
}
