import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Kind } from './is-for-later.ts';
import { endOfTurn, type LineBefore, linesBefore, linesNear, shortened } from './lines-before.ts';
import { saysWhat } from './say-plainly.ts';
import { saysWhatToDo } from './says-what-to-do.ts';
import { ownerOf } from './setting-of.ts';
import type { Sides } from './spoken-to-owner.ts';
import { standsAlone } from './stands-alone.ts';
import type { Task } from './task-of.ts';
import { danglingWords } from './word-classes.ts';

const MOST_WORDS = 18;
/** Without marks nobody can tell where a sentence ends. */
const MOST_UNMARKED_WORDS = 8;
/** `Tell him`, `close it out`: whatever else is named beside them. */
const POINTING =
  /\b(?:it|them|him|her|that|those|these|one|ones|(?<!\band .*)both|he|she|they)\b(?! \p{L}+ing\b)/iu;
const CALLS = /^(?:call|ring|phone|try|follow up)\b/i;
const LEAST_CONTENT = 2;
const OFFERS = /\b(?:i|we|me|us)\b/i;
/** `Ask the other couple` what? */
const ASKED_NOTHING =
  /^(?:ask|tell)\b(?!.*\b(?:if|whether|about|for|to|when|where|what|how|not|that|who|which|can|could|you|he|she|they|we|it)\b)/i;

/**
 * `I'll do that at the pump` → `Do that at the pump. Renata had said: “take a picture of it, every page”`: what is to
 * be done, and what was said before that tells what is meant. Null where neither is known.
 */
export function saidWithContext(
  conversation: Conversation,
  stretch: Stretch,
  tasks: readonly Task[],
  kind: Kind,
  sides: Sides,
): string | null {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  const most = /[.?!,]/.test(text) ? MOST_WORDS : MOST_UNMARKED_WORDS;
  const task = tasks.find((one) => one.text.split(' ').length <= most && !isDangling(one));
  if (task === undefined) return null;
  const told = task.said.join(' ');
  const isPointing = POINTING.test(told);
  const isTold = !ASKED_NOTHING.test(told) && (isPointing || CALLS.test(told) || saysWhat(task.words, sides));
  const isOpen = isPointing || !isTold;
  if (!isOpen && standsAlone(told, told)) return task.text;
  for (const line of linesBefore(conversation, stretch, kind)) {
    const said = isTold
      ? leastOf(line.said, (part) => standsAlone(told, told, part))
      : line.isMeant
        ? line.said
        : null;
    if (said === null) continue;
    // What the owner had only asked is no offer.
    const isOwn = line.role === ownerOf(stretch, kind);
    if (isOwn && said.endsWith('?') && !OFFERS.test(said)) continue;
    return `${task.text}. ${lineOf(isOwn ? 'You' : capitalized(sides.other), said)}`;
  }
  return null;
}

/** A task without the line that explains it. */
export function withoutLine(text: string): string {
  return text.replace(/(?:\. [^.“”(]+| \([^(“]+) had (?:asked|said): “.*$/s, '');
}

const SENTENCE = /(?<=[.?!]["'’]?) +/;

/** The last sentences of a line that are enough. */
function leastOf(said: string, isEnough: (part: string) => boolean): string | null {
  const sentences = said.split(SENTENCE);
  for (let from = sentences.length - 1; from >= 0; from -= 1) {
    const part = sentences.slice(from).join(' ');
    if (contentOf(part) >= LEAST_CONTENT && isEnough(part)) return part;
  }
  return null;
}

const POINTERS = new Set('it that him her them'.split(' '));
const UNFINISHED = new Set('before after'.split(' '));

/** A task that is explained by another line ends with a word that points there, and breaks off with no other. */
function isDangling({ words }: Task): boolean {
  const last = (words.at(-1) ?? '').toLowerCase();
  return (danglingWords.has(last) && !POINTERS.has(last)) || UNFINISHED.has(last);
}

function contentOf(said: string): number {
  return contentWords(splitWords(said).map(({ text }) => text)).length;
}

/** `I'll just text you the new... no, I'll say it now`. */
const CORRECTED = /(?:\.\.+|…|[–—])\s*(?:actually,? )?no\b/i;
/** `I'll email it to them after this, who's dealing with it?` */
const ASKED_AFTER =
  /(?:[,;–—-]|,? (?:and|so|but))\s+(?:who|what|when|where|which|how|is|are|do|does|did|can|could|would|will|shall|should|have|has|yeah|okay|right|alright)\b[^,;]*\?$/i;

/**
 * What cannot be said in other words is quoted, where it is understood alone or with the line that tells what is meant;
 * null where it is not.
 * @param isSure it is to be done, whether or not it has the form of a promise or a request
 */
export function quotedPromise(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  other: string,
  isSure: boolean,
): string | null {
  const words = shortened(stretch.text.trim());
  const { index, turn } = stretch;
  const { from = index, to = index + 1 } = conversation.turns[turn] ?? {};
  // `I'll do that. I'll send something over today`: what comes after may tell it, too.
  const ends: [number, number][] = [
    [index, index + 1],
    [from, index + 1],
    [from, to],
  ];
  const alone = ends
    .map(([first, end]) => endOfTurn(conversation, first, end))
    .find((one) => one?.includes(words) && standsAlone(one, words));
  const explained = alone == null ? explainedPromise(conversation, stretch, kind, other, words) : null;
  const said = alone ?? explained?.said.replace(ASKED_AFTER, '');
  if (said == null || CORRECTED.test(said)) return null;
  const isAsked = /\?["'”’]?$/.test(said);
  if (isAsked && !(isSure && kind === 'request')) return null;
  if (!isSure && !saysWhatToDo(said, kind)) return null;
  const quoted =
    kind === 'promise' ? `Keep the promise to ${other}: “${said}”` : `See to what ${other} asked: “${said}”`;
  return explained === null ? quoted : `${quoted} (${explained.line})`;
}

/** `I'll get them back off her` with what was asked for, or else with what was said just before it. */
function explainedPromise(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  other: string,
  words: string,
): { said: string; line: string } | null {
  const said = endOfTurn(conversation, stretch.index, stretch.index + 1, 1);
  if (said === null || !said.includes(words)) return null;
  for (const { said: line, role, isMeant } of [
    ...linesBefore(conversation, stretch, kind),
    ...(kind === 'promise' ? nearLines(conversation, stretch, kind) : []),
  ]) {
    const explains = isMeant || standsAlone(said, words, line);
    const isOwn = role === ownerOf(stretch, kind);
    if (!explains || (isOwn && line.endsWith('?') && !OFFERS.test(line))) continue;
    return { said, line: lineOf(isOwn ? 'you' : other, line) };
  }
  return null;
}

/** Of the owner's own lines only what offers something: `It's copper sky dot com` explains no promise. */
function nearLines(conversation: Conversation, stretch: Stretch, kind: Kind): LineBefore[] {
  const owner = ownerOf(stretch, kind);
  return linesNear(conversation, stretch).filter(({ role, said }) => role !== owner || OFFERS.test(said));
}

function lineOf(by: string, line: string): string {
  const isAsked = line.endsWith('?') && !SENTENCE.test(line);
  return `${by} had ${isAsked ? 'asked' : 'said'}: “${line}”`;
}
