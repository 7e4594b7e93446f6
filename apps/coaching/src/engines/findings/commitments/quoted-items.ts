import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { breaksOff, exchangeAround, shortened, wasAsked } from './exchange.ts';
import type { Action } from './find-actions.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import { isSelfEvident, isSettled } from './is-self-evident.ts';
import { opensVerb, saysWhatToDo, saysWhen } from './says-what-to-do.ts';
import { standsAlone } from './stands-alone.ts';
import { actionVerbs, finiteVerbs, prepositions } from './word-classes.ts';

const LEAST_WORDS = 4;
const MOST_WORDS = 20;
/** Of what surely is a promise or a request. */
const MOST_IF_SURE = 32;
const SENTENCE_WORDS = 4;
/** Besides the verb: `I'll fix it` says nothing, `I'll fix the invoice` does. */
const LEAST_CONTENT = 2;
const FREE_PARTICLES = new Set(['over', 'through', 'up', 'out', 'off', 'down', 'across', 'along']);
/** With so much of its own a quotation may be longer. */
const ENOUGH_CONTENT = 3;
const LIKELY = 0.5;
const NEEDS_OBJECT = new Set('pull get put bring send make take have give'.split(' '));
/** In a mailbox, a sentence or a promise these are all that is left when nothing was named. */
const EMPTY = new Set(
  'call send note mark email text ring fix check try set stuff thing things ill youll'.split(' '),
);

/**
 * What cannot be said in other words is quoted, where that tells what is to be done. Null where it does not.
 * @param isSure it is due, so that its words need not tell a stranger everything.
 */
export function quotedItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  other: string,
  isSure: boolean,
): string | null {
  if (isEmptyWording(action)) return null;
  const isSurely = chance(stretch, kind) >= LIKELY;
  const said = quotable(conversation, stretch, action, isSurely ? MOST_IF_SURE : MOST_WORDS);
  // `I'll bring it over, shall I?` waits for an answer.
  const isAsked = kind === 'promise' && /\?["'”’]?$/.test(said ?? '');
  if (said === null || isAsked || !hasVerb(said) || STAMMER.test(said) || NOT_DONE.test(said)) return null;
  const promised = (words: string): string =>
    kind === 'promise'
      ? `Keep the promise to ${other}: “${words}”`
      : `See to what ${other} asked: “${words}”`;
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const clause = text.slice(action.start, action.end);
  const isAlone = (words: string): boolean =>
    (isTelling(words, MOST_IF_SURE) || saysWhen(words) || contentOf(words).length >= ENOUGH_CONTENT) &&
    standsAlone(words, clause);
  if (!saysWhatToDo(said, kind)) return null;
  // Without marks nobody sees where a sentence ends, and hardly anything is said in other words.
  const isMarked = /[.?!,]/.test(text);
  if (isAlone(said)) return !isMarked || isSelfEvident(said, kind, isSure) ? promised(said) : null;
  if ((isSure || !isMarked) && kind === 'request' && contentOf(said).length >= ENOUGH_CONTENT)
    return promised(said);
  // `I'll put a hold on it`, with what it answers, where that likely says what is to be done.
  const exchange = kind === 'promise' ? exchangeAround(conversation, stretch, kind) : null;
  if (exchange === null || exchange.answered === '') return null;
  if (!isSure && isMarked && !isSettled(exchange.said, kind)) return null;
  const isAnswer = wasAsked(conversation, stretch) || standsAlone(exchange.said, clause, exchange.answered);
  const shown = `${promised(exchange.said)}${exchange.answered}`;
  return isAnswer && isShort(shown) && !UNCLEAR.test(shown) ? shown : null;
}

const UNCLEAR = /\b(?:um|uh|er|erm)\b/i;
/** `I was going to post it, so I won't`. */
const NOT_DONE = /\bwon['’]t$|\bwas (?:going to|gonna)\b/i;
const STAMMER = /\b(?:um|uh|erm|nah)\b|\b(?:the|an?|my|your),\s|\blike \p{Ll}+ (?:it|them|that)\b/iu;

/** More is not read. */
const MOST_EXCHANGED = 50;
function isShort(shown: string): boolean {
  return shown.split(' ').length <= MOST_EXCHANGED;
}

/** The words of the stretch, or of its clause where that is enough; null where they break off or tell nothing. */
function quotable(conversation: Conversation, stretch: Stretch, action: Action, most: number): string | null {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const clause = text.slice(action.start, action.end).trim();
  const last = action.words.at(-1)?.text ?? '';
  const whole = text.slice(stretch.start, stretch.end).trim();
  const isCut = !whole.replace(/[.,;?!]+$/, '').endsWith(clause);
  if (breaksOff(whole) || (isCut && prepositions.has(last) && !FREE_PARTICLES.has(last))) return null;
  // Cut in the middle of a sentence a clause has lost what makes it understood; without marks nobody can tell.
  const rest = text.slice(action.end);
  const isEnded = !/[.?!,]/.test(text) || /^["'”’]?\s*(?:[.,;:?!…–—]|$)/.test(rest);
  // A condition goes as far as the next mark.
  const half = text.slice(action.start).replace(/(?<=.{8})[,.;?!].*$/s, '');
  const parts = action.isHalf ? [whole, half] : isEnded ? [whole, clause] : [whole];
  const said =
    parts.find((one) => isTelling(one, MOST_WORDS) && !/[.?!…]\s/.test(one) && !isUnfinished(one)) ??
    around(conversation, stretch, text) ??
    parts.find((one) => isTelling(one, most) && !/[.?!…]\s/.test(one) && !isUnfinished(one)) ??
    null;
  if (said === null || breaksOff(said)) return null;
  const shown = shortened(said);
  return isUnfinished(shown) ? null : shown;
}

/** `Ten-year parts, two years of labor` is what is agreed, not what is to be done. */
function hasVerb(said: string): boolean {
  return splitWords(said).some(
    ({ text }, i, words) =>
      finiteVerbs.has(text) ||
      text.endsWith('ing') ||
      ['i', 'you', 'we', 'they', 'he', 'she'].includes(text) ||
      (actionVerbs.has(text) && (i === 0 || opensVerb(words[i - 1]?.text ?? ''))),
  );
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
  const telling = wider.find((said) => isTelling(said, MOST_WORDS));
  // `I'll send those over to you` names nothing, and is a promise.
  return telling ?? wider.findLast((said) => isSentence(said)) ?? null;
}

function isSentence(said: string): boolean {
  const size = said.split(/\s+/).length;
  return size >= SENTENCE_WORDS && size <= MOST_WORDS;
}

function isTelling(said: string, most: number): boolean {
  const words = splitWords(said).map((one) => one.text);
  if (words.length < LEAST_WORDS || words.length > most) return false;
  return contentOf(said).length >= LEAST_CONTENT;
}

function contentOf(said: string): string[] {
  return contentWords(splitWords(said).map(({ text }) => text)).filter((word) => !EMPTY.has(word));
}
