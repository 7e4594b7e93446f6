import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { essenceOf } from './essence-of.ts';
import type { Action } from './find-actions.ts';
import { isEmptyWording } from './is-empty-wording.ts';
import type { Kind } from './is-for-later.ts';
import { breaksOff, endOfTurn, type LineBefore, linesBefore, wasAsked } from './lines-before.ts';
import { isVerbOf, NO_TASK } from './say-plainly.ts';
import { saysWhatToDo } from './says-what-to-do.ts';
import { ownerOf } from './setting-of.ts';
import { type Sides, spokenToOwner } from './spoken-to-owner.ts';
import { standsAlone } from './stands-alone.ts';
import { LEADS, type TaskOpening, taskOpenings } from './task-openings.ts';
import { danglingWords } from './word-classes.ts';

const MOST_WORDS = 18;
/** Without marks nobody can tell where a sentence ends. */
const MOST_UNMARKED_WORDS = 8;
const EMPTY_VERBS = new Set('be let see say know think hope admit guess believe love understand'.split(' '));
const UNSAYABLE = /\b(?:uh|um|er|erm)\b|[“”"…—–?!]|\.\./i;
const POINTERS = new Set('it that him her them'.split(' '));
const UNFINISHED = new Set('before after'.split(' '));
/** `Tell him`, `close it out`: whatever else is named beside them. */
const POINTING = /\b(?:it|them|him|her|that|those|these|one|ones|both|he|she|they)\b(?! \p{L}+ing\b)/iu;
const PERSON = /\b(?:him|her|them|he|she|they)\b/i;
const LEAST_CONTENT = 4;
/** `Ask the other couple` what? */
const ASKED_NOTHING =
  /^(?:ask|tell)\b(?!.*\b(?:if|whether|about|for|to|when|where|what|how|not|that|who|which|can|could)\b)/i;

/**
 * `I'll do that at the pump` → `Do that at the pump: “take a picture of it, every page” (Renata)`: what is to be done,
 * said to whoever is to do it, and what was said before that tells what is meant. Null where neither is known.
 */
export function saidWithContext(
  conversation: Conversation,
  stretch: Stretch,
  action: Action,
  kind: Kind,
  sides: Sides,
): string | null {
  const text = conversation.transcript.segments[stretch.segment]?.text ?? '';
  if (isEmptyWording(action) || breaksOff(text.slice(0, stretch.end + 3))) return null;
  const most = /[.?!,]/.test(text) ? MOST_WORDS : MOST_UNMARKED_WORDS;
  const task = taskIn(text.slice(stretch.start, stretch.end), kind, sides, most);
  if (task === null) return null;
  const isTold = !ASKED_NOTHING.test(task.said);
  const isOpen = POINTING.test(task.said) || !isTold;
  if (!isOpen && standsAlone(task.said, task.said)) return task.text;
  // What was asked for just before, or in one breath, tells whom; what was only said there at best what.
  const isAnswer = wasAsked(conversation, stretch);
  const isOfPerson = PERSON.test(task.said);
  const explains = ({ said, isMeant, turn }: LineBefore): boolean =>
    isMeant ||
    (isTold &&
      standsAlone(task.said, task.said, said) &&
      (turn === stretch.turn || isAnswer || (!isOfPerson && contentOf(said) >= LEAST_CONTENT)));
  const line = linesBefore(conversation, stretch, kind).find(explains);
  if (line === undefined) return null;
  const by = line.role === ownerOf(stretch, kind) ? 'you' : sides.other;
  return `${task.text}: “${line.said}”${line.turn === stretch.turn ? '' : ` (${by})`}`;
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

interface Task {
  text: string;
  /** As it was said, where `you` is not `them` yet, who points at nobody. */
  said: string;
}

function taskIn(said: string, kind: Kind, sides: Sides, most: number): Task | null {
  const sentence = said
    .trim()
    .replace(/[.?!,;]+$/, '')
    .replace(LEADS, '');
  for (const opening of taskOpenings(sentence, kind)) {
    const task = taskOf(opening, kind, sides);
    if (task !== null && task.text.split(' ').length <= most) return task;
  }
  return null;
}

function taskOf({ doer, rest, isVerb }: TaskOpening, kind: Kind, sides: Sides): Task | null {
  const told = essenceOf(rest, kind)
    ?.replaceAll(/['’]em\b/g, 'them')
    .replace(/,? ['’]cause\b.*$/, '')
    .replace(/^have to /, '');
  // `Take you both off` has nobody's name to take.
  if (
    told === undefined ||
    UNSAYABLE.test(told) ||
    NO_TASK.test(told) ||
    /\byou both (?:off|out|up|down|in|to|at)\b/i.test(told)
  )
    return null;
  const words = told.split(/\s+/);
  const verb = (words[0] ?? '').toLowerCase().replace(/[,;]$/, '');
  if (!isVerbOf(verb, isVerb) || EMPTY_VERBS.has(verb)) return null;
  // `Have you a number` asks.
  if (!isVerb && words[1]?.toLowerCase() === 'you') return null;
  if (words.length < 2) return null;
  const named = spokenToOwner(doer === '' ? words : ['have', ...doer.split(' '), ...words], kind, sides);
  if (named === null) return null;
  const last = (named.at(-1) ?? '').toLowerCase();
  const isDangling = (danglingWords.has(last) && !POINTERS.has(last)) || UNFINISHED.has(last);
  return isDangling ? null : { text: capitalized(named.join(' ').replace(/[,;]+$/, '')), said: told };
}
