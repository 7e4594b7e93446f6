import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { breaksOff } from './exchange.ts';
import type { Action } from './find-actions.ts';
import { findPersonMeant } from './find-person.ts';
import { findReferent } from './find-referent.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import type { Referent } from './point-out.ts';
import { sayPlainly } from './say-plainly.ts';
import { saysWhatToDo } from './says-what-to-do.ts';
import { ownerOf } from './setting-of.ts';
import type { Sides } from './spoken-to-owner.ts';
import { toldBefore, toldBeside } from './told-beside.ts';

/** A promise or a request in the words of its own sentence. Null where these would not be understood alone. */
export function plainItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
  visitor: string | null = null,
): string | null {
  return plainly(conversation, stretch, action, kind, sides, {
    // `I'll put that in the email`: all that was said before.
    thing: (verb, isPlural, pointer) =>
      findReferent(
        conversation,
        stretch,
        kind,
        { verb, isPlural, isStatement: pointer === 'that', start: action.start },
        sides,
      ),
    person: (pronoun, mayBeVisitor) =>
      findPersonMeant(conversation, stretch, kind, pronoun, sides, action.start) ??
      (mayBeVisitor && ownerOf(stretch, kind) === 'agent' ? visitor : null),
  });
}

/** `I'll email it over`, with the words of whoever asked for it: `Email what was asked for: “the sizes, in writing”`. */
export function toldItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
): string | null {
  if (kind === 'request') return null;
  let isAsked = false;
  const task = plainly(conversation, stretch, action, kind, sides, {
    thing: (verb, isPlural, pointer) => {
      isAsked = HANDED.has(verb);
      if (isAsked) return 'what was asked for';
      return pointer === 'that' && !isPlural && SETTLED.has(verb) ? 'this' : null;
    },
    person: (pronoun) => findPersonMeant(conversation, stretch, kind, pronoun, sides, action.start),
  });
  if (task === null) return null;
  const told = isAsked ? toldBeside(conversation, stretch, kind) : toldBefore(conversation, stretch);
  if (told === null || !/\b(?:this|what was asked for)\b/.test(task)) return null;
  const worded = task
    .replace(/^Get what was asked for over to (\S+)/, 'Send $1 what was asked for')
    .replace(/^Get what was asked for out\b/, 'Get out what was asked for');
  return `${worded}: “${told}”`;
}

/** What is done with a thing that somebody asked for, and with something that somebody said. */
const HANDED = new Set('send email mail text post forward share whatsapp print bring find get'.split(' '));
const SETTLED = new Set(
  'fix add check mark note change correct update mention raise sort arrange confirm put include pass tell'.split(
    ' ',
  ),
);

function plainly(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
  referent: Referent,
): string | null {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  // Without marks nobody can tell where a sentence ends.
  if (isEmptyWording(action) || !/[.?!,]/.test(text)) return null;
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
  if (kind === 'promise') return isCall || words.length >= LEAST_WORDS || words.at(-1) === 'this';
  if (/\b(?:can|could|would|will) you\b/i.test(said)) return words.length >= LEAST_WORDS;
  if (BRINGING.test(plain)) return true;
  return saysWhatToDo(said, kind) && words.length > LEAST_WORDS && contentWords(words).length > LEAST_CONTENT;
}

/** `Bring your licence` is for later. */
const BRINGING = /^(?:Bring|Send|Email|Text) (?:your|the|\p{Lu}\S+(?:['’]s)?) \p{Ll}+/u;
const LEAST_WORDS = 3;
const LEAST_CONTENT = 2;

/** Cut in the middle of a sentence it has lost what makes it understood. */
function isWhole(text: string, end: number): boolean {
  if (breaksOff(text.slice(0, end + 3).trim())) return false;
  return /^["'”’]?\s*(?:[.,;:?!]|$)/.test(text.slice(end)) || /[.,;:?!]["'”’]?\s*$/.test(text.slice(0, end));
}
