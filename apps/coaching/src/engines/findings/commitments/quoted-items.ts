import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { breaksOff, exchangeAround, shortened, startsSentence, wasAsked, wholeExchange } from './exchange.ts';
import type { Action } from './find-actions.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import { meantLines } from './meant-lines.ts';
import { opensVerb, saysWhatToDo, saysWhen } from './says-what-to-do.ts';
import { standsAlone } from './stands-alone.ts';
import { actionVerbs, finiteVerbs, prepositions } from './word-classes.ts';

const LEAST_WORDS = 4;
const MOST_WORDS = 20;
/** Of what surely is a promise or a request. */
const MOST_IF_SURE = 32;
/** What is said with all that it answers, where its own words do not tell. */
const TOLD_IN_FULL = 0.4;
/** Where a line says what is meant by `it`, and where it need not name a thing that could be. */
const TOLD_FROM = 0.3;
const SURELY_TOLD_FROM = 0.5;
/** What is done to the other side's record, order or appointment: whichever `it` is, there is one. */
const RECORDED = new Set('fix cancel mark close remove correct'.split(' '));
const SENTENCE_WORDS = 4;
/** `I'll fix it on our end`; with more words it is said what for. */
const BARE_WORDS = 7;
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

/** What cannot be said in other words is quoted, where that tells what is to be done. Null where it does not. */
export function quotedItem(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  other: string,
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
  if (isAlone(said)) return promised(said);
  const inFull = (): string | null => {
    const whole = exchangeAround(conversation, stretch, kind, TOLD_IN_FULL);
    if (whole === null || !explains(whole.answered)) return null;
    const shown = `${promised(whole.said)}${whole.answered}`;
    return contentOf(shown).length >= ENOUGH_CONTENT && isShort(shown) ? shown : null;
  };
  if (kind === 'request') return namesEnough(said) ? promised(said) : inFull();
  const wider = withSentenceBefore(conversation, stretch, text);
  if (wider !== null && isAlone(wider)) return promised(wider);
  const isRecorded = RECORDED.has(action.words[0]?.text ?? '') && contentOf(said).length > 0;
  const exchange = exchangeAround(conversation, stretch, kind);
  const isTold =
    exchange?.answered === '' ||
    wasAsked(conversation, stretch) ||
    (exchange !== null &&
      contentOf(said).length > 0 &&
      standsAlone(exchange.said, clause, exchange.answered));
  const exchanged = exchange === null ? '' : `${promised(exchange.said)}${exchange.answered}`;
  if (exchange !== null && isTold && isShort(exchanged)) return exchanged;
  if (contentOf(said).length === 0) return inFull();
  const meant = meantLine(
    conversation,
    stretch,
    kind,
    (one) => !isRecorded && !said.includes(one) && standsAlone(said, clause, one),
  );
  if (meant !== null) return `${promised(said)}, ${meant}`;
  if (!isRecorded) return inFull();
  if (stretch.words.length > BARE_WORDS) return promised(said);
  // Whichever record it is, what was said before it tells more than the promise alone.
  const { said: whole, answered } = wholeExchange(conversation, stretch);
  return answered === '' ? promised(said) : `${promised(whole === '' ? said : whole)}${answered}`;
}

/** `I was going to post it, so I won't`. */
const NOT_DONE = /\bwon['’]t$|\bwas (?:going to|gonna)\b/i;
const STAMMER = /\b(?:um|uh|erm|nah)\b|\b(?:the|an?|my|your),\s|\blike \p{Ll}+ (?:it|them|that)\b/iu;

/** `Can you email me something I can forward to paragraph seven?` */
function namesEnough(said: string): boolean {
  return contentOf(said).length >= ENOUGH_CONTENT && !POINTING.test(said);
}

const POINTING = /\b(?:it|them|him|her|that|those|one|ones|both)\b/i;
/** `Facilities at` breaks off, and `No, it isn't` names nothing. */
function explains(answered: string): boolean {
  if (answered === '') return true;
  const last = splitWords(answered).at(-1)?.text ?? '';
  return !prepositions.has(last) && contentOf(answered).length > ENOUGH_CONTENT;
}

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

/** The line before, of either side, that most likely tells what is meant. */
function meantLine(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  explains: (line: string) => boolean,
): string | null {
  // `I'll send both`: one line of two does not tell.
  const isBoth = /\bboth\b(?! (?:of|the|\p{L}+s)\b)/u.test(stretch.text);
  for (const { index, probability } of meantLines(conversation, stretch, kind)) {
    if (probability < TOLD_FROM) continue;
    const line = conversation.stretches[index] as Stretch;
    const isAnswer = line.role !== stretch.role && line.turn === stretch.turn - 1;
    const shown = linesWith(conversation, line, stretch).find(
      (one) => isTelling(one, MOST_WORDS) && !breaksOff(one),
    );
    if (shown === undefined || prepositions.has(splitWords(shown).at(-1)?.text ?? '')) continue;
    if (!explains(shown) && (probability < SURELY_TOLD_FROM || isBoth)) continue;
    return `${isAnswer ? 'in answer to' : 'after'} “${shown}”`;
  }
  return null;
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

/** In characters: a longer turn has more words than are ever shown, and is not split to count them. */
const MOST_LENGTH = 1000;
/** The whole turn, or where that is too long the sentence. */
function linesWith({ stretches, turns, transcript }: Conversation, line: Stretch, asked: Stretch): string[] {
  const text = transcript.segments[line.segment]?.text ?? '';
  const { from = 0, to = 0 } = turns[line.turn] ?? {};
  const [first, last] = [stretches[from], stretches[to - 1]];
  const isShort = first !== undefined && last !== undefined && last.end - first.start <= MOST_LENGTH;
  const isOne = isShort && first.segment === last.segment && line.turn !== asked.turn;
  const whole = isOne ? [text.slice(first.start, last.end)] : [];
  const own = startsSentence(text, line.start) ? [line.text] : [];
  return [...whole, ...own].map((one) => shortened(one.trim()));
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

/** The sentence before and this one, where they were said in one breath. */
function withSentenceBefore(
  { stretches }: Conversation,
  { index, end, segment, turn }: Stretch,
  text: string,
): string | null {
  const before = stretches[index - 1];
  if (before?.segment !== segment || before.turn !== turn) return null;
  const said = text.slice(before.start, end).trim();
  return breaksOff(said) ? null : shortened(said);
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
