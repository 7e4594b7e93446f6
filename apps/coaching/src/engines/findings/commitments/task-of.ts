import { capitalized } from '../capitalized.ts';
import { essenceOf } from './essence-of.ts';
import type { Kind } from './is-for-later.ts';
import { type Sides, spokenToOwner } from './spoken-to-owner.ts';
import { LEADS, type TaskOpening, taskOpenings } from './task-openings.ts';
import {
  actionVerbs,
  adverbs,
  finiteVerbs,
  leads,
  particles,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from './word-classes.ts';

/** What is to be done, said to whoever is to do it: `I'll print you the Carfax` → `Print Philip the Carfax`. */
export interface Task {
  text: string;
  /** As it was said, where `you` is not `them` yet, who points at nobody. */
  said: readonly string[];
  /** Of the text, the name of the other side as one. */
  words: readonly string[];
}

/** What `it` stands for after the verb that hands it over, with its verb; null where nothing was named. */
export type Referent = (verb: string, isPlural: boolean) => string | null;
export const unknown: Referent = () => null;

const FILLERS = /,?\s*\b(?:uh|um|er|erm)\b,?/gi;
const UNSAYABLE = /[“”"…—–?!]|\.\./i;
/** `I'll have had my coffee`, `I'll give you a ring on`, `I'll call two thirty`; `you both off` has no name to take. */
const NO_TASK =
  /^have (?:had|been|got|done)\b|^(?:call|ring|phone) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|\d)|\ba (?:ring|call|bell|shout|text) on$|^put (?:in|on|at|to|with|for)\b(?! (?:an?|some|your)\b)|^make an exception|\bthe other$|\byou both (?:off|out|up|down|in|to|at)\b/i;
const EMPTY_VERBS = new Set(
  'be let see say know think hope admit guess believe love understand assume suppose imagine wonder figure'.split(
    ' ',
  ),
);
const MOST_LENGTH = 500;

/** Every task that a sentence may promise or ask for, the first likeliest. */
export function tasksIn(said: string, kind: Kind, sides: Sides, referent: Referent = unknown): Task[] {
  // More is no sentence of a promise, and each of its clauses would be looked at.
  if (said.length > MOST_LENGTH) return [];
  const sentence = vocativeRemoved(
    said
      .replaceAll(FILLERS, '')
      // `I'll, uh, I'll take`, `the, um, both packages`.
      .replace(/\b(I['’]ll|\p{L}+) \1(?=\s)/giu, '$1')
      .replace(/\bthe (?=both (?!of\b))/gi, '')
      .trim()
      .replace(/[.?!,;]+$/, '')
      .replace(LEADS, ''),
    kind,
    sides,
  );
  if (sentence === null) return [];
  return taskOpenings(sentence, kind).flatMap((opening) => {
    const task = taskOf(opening, kind, sides, referent);
    return task === null ? [] : [task];
  });
}

function taskOf(
  { doer, rest, isVerb }: TaskOpening,
  kind: Kind,
  sides: Sides,
  referent: Referent,
): Task | null {
  const told = essenceOf(rest, kind)
    ?.replaceAll(/['’]em\b/g, 'them')
    .replace(/,? ['’]cause\b.*$/, '')
    .replace(/^have to /, '');
  if (told === undefined || UNSAYABLE.test(told) || NO_TASK.test(told)) return null;
  const words = told.split(/\s+/);
  const [verb = '', object = ''] = words.map((word) => word.toLowerCase().replace(/[,;]$/, ''));
  if (words.length < 2 || !isVerbOf(verb, isVerb) || EMPTY_VERBS.has(verb)) return null;
  // `Have you a number` asks.
  if (!isVerb && object === 'you') return null;
  const meant = pointedAt(words, verb, referent);
  const open = meant === null ? words : words.with(meant.at, meant.thing);
  const said = doer === '' ? open : ['have', ...doer.split(' '), ...open];
  const named = spokenToOwner(said, kind, sides);
  return named === null
    ? null
    : { text: capitalized(named.join(' ').replace(/[,;]+$/, '')), said, words: named };
}

const ONE = new Set(['it', 'that']);
const SEVERAL = new Set(['them', 'those', 'these']);

/** `It` after the verb, or after `you` behind it, where it is known what is meant. */
function pointedAt(
  words: readonly string[],
  verb: string,
  referent: Referent,
): { at: number; thing: string } | null {
  const lower = words.slice(0, 4).map((word) => word.toLowerCase());
  const at = ['you', 'me'].includes(lower[1] ?? '') ? 2 : 1;
  const [pointer = '', next = ''] = lower.slice(at);
  const isFree =
    next === '' || prepositions.has(next) || particles.has(next) || timeWords.has(next) || next === 'back';
  if ((!ONE.has(pointer) && !SEVERAL.has(pointer)) || !isFree) return null;
  const thing = referent(verb, SEVERAL.has(pointer));
  return thing === null ? null : { at, thing };
}

/** Whether a task may begin with it. @param isSurely it stands where only a verb can */
function isVerbOf(verb: string, isSurely: boolean): boolean {
  if (actionVerbs.has(verb)) return true;
  const isGrammar = subjects.has(verb) || prepositions.has(verb) || finiteVerbs.has(verb);
  return (
    isSurely &&
    /^\p{Ll}{3,}$/u.test(verb) &&
    !isGrammar &&
    !/(?:ly|ing|n't)$/.test(verb) &&
    !NO_VERB.has(verb)
  );
}
const NO_VERB = new Set('not never always even still only all both either'.split(' '));

/** `Mose, could you`: somebody else who is named is not the owner; `Just, um, if you can` names nobody. */
function vocativeRemoved(sentence: string, kind: Kind, { owner }: Sides): string | null {
  const vocative = /^((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+),\s+/u.exec(sentence);
  const first = (vocative?.[1] ?? '').toLowerCase();
  const isName = ![actionVerbs, leads, adverbs, subordinators].some((words) => words.has(first));
  if (vocative === null || !isName || kind === 'promise') return sentence;
  return owner.includes((vocative[1] ?? '').split(' ').at(-1) ?? '')
    ? sentence.slice(vocative[0].length)
    : null;
}
