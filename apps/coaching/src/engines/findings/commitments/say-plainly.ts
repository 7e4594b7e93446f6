import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import type { Kind } from './is-for-later.ts';
import { lacksObject } from './is-readable.ts';
import type { Sides } from './spoken-to-owner.ts';
import { standsAlone } from './stands-alone.ts';
import { type Referent, type Task, tasksIn, unknown } from './task-of.ts';
import {
  articles,
  danglingWords,
  determiners,
  personNouns,
  prepositions,
  timeWords,
} from './word-classes.ts';

/** Not known well enough to be said again. */
const UNSAYABLE =
  /\b(?:someplace|somewhere|somehow|somethin|whoever|stuff|thing|things|em|there|won|didn|doesn|isn)\b|\.\s/i;
/** `Something with your company on it` is told, `something` is not. */
const ANYTHING = /\b(?:something|anything)\b(?!.* (?:with|about|from|that|i|you)\b)/i;
/** `Delete Test Kitchen Do Not Use`: a name that is a sentence is read as one. */
const NAMED_CLAUSE = /\p{L} (?:Do|Does|Don['’]t|Is|Are|Not|Will|Can)\b/u;
const EMPTY_VERBS = new Set(
  'do talk try need want bet take like promise wait appreciate stop mean make come go'.split(' '),
);
/** `come by`, `take a picture`, `make a note`: with these they say what is to be done. */
const FILLED = new Set(
  'a an the some by over through out down up pictures photos your with round to again later back in by and on at'.split(
    ' ',
  ),
);
/** `Ask the other couple` what? */
const TELLING = new Set(['ask', 'tell']);
const TOLD_WHAT = new Set('if whether about for to when where what how not that who which'.split(' '));
const LEFT_OPEN = new Set('somebody someone anybody anyone some'.split(' '));
const HANDED = new Set('send bring email text print have make take'.split(' '));
/** `Tell Reverend Ames Otis said`. */
const OPEN_VERBS = new Set('is are was were will can could would said says knows thinks expect'.split(' '));
const ENDINGS = new Set('to that this and or both it them him her you some any'.split(' '));
const MOST_WORDS = 24;

/**
 * A sentence of somebody who promises or asks, as what is to be done, said to whoever is to do it: `I'll print you the
 * Carfax and have a bay open` → `Print Philip the Carfax and have a bay open`. Null where a word would point at what is
 * not in it.
 */
export function sayPlainly(
  said: string,
  kind: Kind,
  sides: Sides,
  referent: Referent = unknown,
): string | null {
  const plain = tasksIn(said, kind, sides, referent).find((task) => isUnderstoodAlone(task, kind, sides));
  return plain?.text ?? null;
}

function isUnderstoodAlone({ said, words }: Task, kind: Kind, sides: Sides): boolean {
  const told = said.join(' ');
  if (said.length > MOST_WORDS || [UNSAYABLE, ANYTHING, NAMED_CLAUSE].some((pattern) => pattern.test(told)))
    return false;
  const [verb = '', object = ''] = said.map((word) => word.toLowerCase().replace(/[,;]$/, ''));
  if (isLeftOpen(verb, object) || lacksObject(told) || namesNobody(said)) return false;
  if (TELLING.has(verb) && !said.slice(1).some((word) => TOLD_WHAT.has(word.toLowerCase()))) return false;
  const last = words.at(-1)?.toLowerCase() ?? '';
  const isAfter = prepositions.has(words.at(-2)?.toLowerCase() ?? '') || words.at(-2) === 'of';
  const isDangling =
    articles.has(last) ||
    (isAfter
      ? last === 'that' || last === 'it'
      : ENDINGS.has(last) || OPEN_VERBS.has(last) || (kind === 'request' && danglingWords.has(last)));
  return saysWhat(words, sides) && !isDangling && standsAlone(told, told);
}

/** `Text Linda` what? */
export function saysWhat(words: readonly string[], sides: Sides): boolean {
  const names = new Set(`${sides.owner} ${sides.other}`.toLowerCase().split(/\s+/));
  const content = contentWords(splitWords(words.slice(1).join(' ')).map(({ text }) => text));
  return content.some((word) => !names.has(word));
}

const PERSONS = new Set('he she him his her hers they their them'.split(' '));

/** `Take the number off his file`: whose? Somebody who was named or `the bank` may be meant. */
function namesNobody(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const [, stem = ''] = /^(\p{L}+)/u.exec(word.toLowerCase()) ?? [];
    if (!PERSONS.has(stem)) return false;
    const before = words.slice(0, i);
    return !before.some(
      (one, at) =>
        at > 0 &&
        (/^\p{Lu}\p{Ll}/u.test(one) ||
          personNouns.has(one.toLowerCase()) ||
          (stem.startsWith('the') && determiners.has(before[at - 1]?.toLowerCase() ?? ''))),
    );
  });
}

/** `I'll go the twelve-month` takes it; `get somebody with a budget` leaves open who. */
function isLeftOpen(verb: string, object: string): boolean {
  if (verb === 'go' && determiners.has(object)) return true;
  if (LEFT_OPEN.has(object) && !HANDED.has(verb)) return true;
  const isFilled =
    FILLED.has(object) || (verb === 'come' && timeWords.has(object)) || (verb === 'try' && object === 'you');
  return EMPTY_VERBS.has(verb) && !isFilled;
}
