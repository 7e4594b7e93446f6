import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Kind } from './is-for-later.ts';
import { endOfTurn, type LineBefore, linesBefore, wasAsked } from './lines-before.ts';
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
const PERSON = /\b(?:him|her|them|he|she|they)\b/i;
const LEAST_CONTENT = 4;
/** What was said in the same sentence. */
const LEAST_OWN = 2;
/** `Ask the other couple` what? */
const ASKED_NOTHING =
  /^(?:ask|tell)\b(?!.*\b(?:if|whether|about|for|to|when|where|what|how|not|that|who|which|can|could|you|he|she|they|we|it)\b)/i;

/**
 * `I'll do that at the pump` → `Do that at the pump: “take a picture of it, every page” (Renata)`: what is to be done,
 * and what was said before that tells what is meant. Null where neither is known.
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
  // What was asked for just before, or in one breath, tells whom; what was only said there at best what.
  const isAnswer = wasAsked(conversation, stretch);
  const isOfPerson = PERSON.test(told);
  const explains = ({ said, isMeant, turn }: LineBefore): boolean =>
    isMeant ||
    (isTold &&
      standsAlone(told, told, said) &&
      (turn === stretch.turn || isAnswer || (!isOfPerson && contentOf(said) >= LEAST_CONTENT)));
  const lines = linesBefore(conversation, stretch, kind);
  const own = { said: task.before, turn: stretch.turn, role: stretch.role, isMeant: false };
  if (contentOf(task.before) >= LEAST_OWN) lines.splice(lines[0]?.isMeant === true ? 1 : 0, 0, own);
  const line = lines.find(explains);
  if (line === undefined) return null;
  const by = line.role === ownerOf(stretch, kind) ? 'you' : sides.other;
  return `${task.text}: “${line.said}”${line.turn === stretch.turn ? '' : ` (${by})`}`;
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

/** What cannot be said in other words is quoted, where it is understood alone; null where it is not. */
export function quotedPromise(
  conversation: Conversation,
  stretch: Stretch,
  kind: Kind,
  other: string,
): string | null {
  const words = stretch.text.trim().replace(/[.,;]+$/, '');
  const { index, turn } = stretch;
  const { from = index, to = index + 1 } = conversation.turns[turn] ?? {};
  // `I'll do that. I'll send something over today`: what comes after may tell it, too.
  const ends: [number, number][] = [
    [index, index + 1],
    [from, index + 1],
    [from, to],
  ];
  const said = ends
    .map(([first, end]) => endOfTurn(conversation, first, end))
    .find((one) => one?.includes(words) && standsAlone(one, words));
  if (said == null || /\?["'”’]?$/.test(said) || !saysWhatToDo(said, kind)) return null;
  return kind === 'promise'
    ? `Keep the promise to ${other}: “${said}”`
    : `See to what ${other} asked: “${said}”`;
}
