import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Commitment } from '../findings.ts';
import type { Action } from './find-actions.ts';
import type { Kind } from './is-for-later.ts';
import { prepositions } from './word-classes.ts';

const LEAST_WORDS = 4;
const MOST_WORDS = 20;
/** With what was said around it, a promise may be longer. */
const MOST_AROUND = 20;
const SENTENCE_WORDS = 4;
/** Besides the verb: `I'll fix it` says nothing, `I'll fix the invoice` does. */
const LEAST_CONTENT = 2;
const FREE_PARTICLES = new Set(['over', 'through', 'up', 'out', 'off', 'down', 'across', 'along']);
/** With so much of its own a quotation is understood whatever its `it` means. */
const ENOUGH_CONTENT = 2;
const POINTING = new Set('it him her them that this those these one ones both there'.split(' '));
const SURE_WORDING = 0.9;
const NEEDS_OBJECT = new Set('pull get put bring send make take have give'.split(' '));
/** What only says that one was heard. */
const LEADING =
  /^(?:(?:(?:okay|ok|yeah|yep|yes|sure|great|perfect|right|alright|good)[.,!]+|(?:and|so|well|oh|um|uh)\b[.,]*)\s+)+/i;
/** In a mailbox, a sentence or a promise these are all that is left when nothing was named. */
const EMPTY = new Set(
  'call send note mark email text ring fix check try set stuff thing things ill youll'.split(' '),
);

/** What cannot be said in other words is quoted, where that tells what is to be done. Null where it does not. */
export function quotedItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  other: string,
): string | null {
  const [verb, object] = action.words;
  // `I'll leave you to it`, `I'll let you go` are goodbyes.
  const isFarewell =
    ['leave', 'let'].includes(verb?.text ?? '') && ['it', 'you', 'that'].includes(object?.text ?? '');
  if (action.weight < SURE_WORDING || action.isNegated || isFarewell) return null;
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const clause = text.slice(action.start, action.end).trim();
  const last = action.words.at(-1)?.text ?? '';
  const whole = text.slice(stretch.start, stretch.end).trim();
  const isCut = !whole.replace(/[.,;?!]+$/, '').endsWith(clause);
  if (isCut && prepositions.has(last) && !FREE_PARTICLES.has(last)) return null;
  // Cut in the middle of a sentence a clause has lost what makes it understood; without marks nobody can tell.
  const rest = text.slice(action.end);
  const isEnded = !/[.?!,]/.test(text) || /^["'”’]?\s*(?:[.,;:?!…–—]|$)/.test(rest);
  const parts = isEnded ? [whole, clause] : [whole];
  const said =
    parts.find((one) => isTelling(one, MOST_WORDS) && !/[.?!…]\s/.test(one) && !isUnfinished(one)) ??
    around(conversation, stretch, text);
  if (said === null) return null;
  const shown = said
    .replace(/[.,;]+$/, '')
    .replace(LEADING, '')
    .replaceAll(/[“”]/g, '"');
  if (isUnfinished(shown)) return null;
  if (pointsElsewhere(shown)) return null;
  return kind === 'promise'
    ? `Keep the promise to ${other}: “${shown}”`
    : `See to what ${other} asked: “${shown}”`;
}

/** `I'll tell him`: who and what was said before. */
function pointsElsewhere(said: string): boolean {
  const words = splitWords(said).map(({ text }) => text);
  const isPointing = words.some((word) => POINTING.has(word));
  return isPointing && contentWords(words).filter((word) => !EMPTY.has(word)).length < ENOUGH_CONTENT;
}

/** A condition without what follows from it, or a verb without its object. */
function isUnfinished(said: string): boolean {
  const words = splitWords(said).map(({ text }) => text);
  return (words[0] === 'if' && !said.includes(',')) || NEEDS_OBJECT.has(words.at(-1) ?? '');
}

/** The stretch, or with the one before it in the same breath, where that tells more. */
function around(
  { stretches }: Conversation,
  { index, start, end, segment }: Stretch,
  text: string,
): string | null {
  const before = stretches[index - 1];
  const starts = [start, ...(before?.segment === segment ? [before.start] : [])];
  const wider = starts.map((from) => text.slice(from, end).trim());
  const telling = wider.find((said) => isTelling(said, MOST_AROUND));
  // `I'll send those over to you` names nothing, and is a promise.
  return telling ?? wider.findLast((said) => isSentence(said)) ?? null;
}

function isSentence(said: string): boolean {
  const size = said.split(/\s+/).length;
  return size >= SENTENCE_WORDS && size <= MOST_AROUND;
}

function isTelling(said: string, most: number): boolean {
  const words = splitWords(said).map((one) => one.text);
  if (words.length < LEAST_WORDS || words.length > most) return false;
  return contentWords(words).filter((word) => !EMPTY.has(word)).length >= LEAST_CONTENT;
}

/** Quoted items of which no other item speaks, one for each owner and turn. */
export function unsaidItems(
  { stretches }: Conversation,
  quoted: readonly Commitment[],
  known: readonly Commitment[],
): Commitment[] {
  const turnOf = (index: number): number => stretches[index]?.turn ?? 0;
  const kept: Commitment[] = [];
  for (const item of quoted) {
    const turn = turnOf(item.stretches[0] ?? 0);
    const isNear = (one: Commitment): boolean =>
      one.owner === item.owner && one.stretches.some((index) => Math.abs(turnOf(index) - turn) <= 1);
    if (![...known, ...kept].some(isNear)) kept.push(item);
  }
  return kept;
}
