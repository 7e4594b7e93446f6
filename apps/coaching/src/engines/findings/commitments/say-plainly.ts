import { splitWords } from '../../conversation/split-words.ts';
import { capitalized } from '../capitalized.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { essenceOf } from './essence-of.ts';
import type { Kind } from './is-for-later.ts';
import { type Sides, spokenToOwner } from './spoken-to-owner.ts';
import { standsAlone } from './stands-alone.ts';
import { LEADS, type TaskOpening, taskOpenings } from './task-openings.ts';
import {
  actionVerbs,
  danglingWords,
  determiners,
  finiteVerbs,
  particles,
  personNouns,
  prepositions,
  subjects,
  timeWords,
} from './word-classes.ts';

/** Not known well enough to be said again. */
const UNSAYABLE =
  /\b(?:uh|um|er|erm|someplace|somewhere|somehow|somethin|whoever|stuff|thing|things|em|there|won|didn|doesn|isn)\b|['’]em\b|[“”"…—–?!]|\.\.|\.\s/i;
/** `Something with your company on it` is told, `something` is not. */
const ANYTHING = /\b(?:something|anything)\b(?!.* (?:with|about|from|that|i|you)\b)/i;
/** `Delete Test Kitchen Do Not Use`: a name that is a sentence is read as one. */
const NAMED_CLAUSE = /\p{L} (?:Do|Does|Don['’]t|Is|Are|Not|Will|Can)\b/u;
/** `I'll have had my coffee`, `I'll give you a ring on`, `I'll call two thirty`. */
export const NO_TASK =
  /^have (?:had|been|got|done)\b|^(?:call|ring|phone) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|\d)|\ba (?:ring|call|bell|shout|text) on$|^put (?:in|on|at|to|with|for)\b(?! (?:an?|some|your)\b)|^make an exception|\bthe other$/i;
const EMPTY_VERBS = new Set(
  'do let be say see know think talk try hope need want bet admit guess take like love believe promise wait understand appreciate stop mean make come go'.split(
    ' ',
  ),
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
const ENDINGS = new Set('that this and or both it them him her you some any'.split(' '));
const MOST_WORDS = 24;
const MOST_LENGTH = 500;

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
  // More is no sentence of a promise, and each of its clauses would be looked at.
  if (said.length > MOST_LENGTH) return null;
  const sentence = vocativeRemoved(
    said
      .trim()
      .replace(/[.?!,;]+$/, '')
      .replace(LEADS, ''),
    kind,
    sides,
  );
  if (sentence === null) return null;
  for (const start of taskOpenings(sentence, kind)) {
    const plain = taskOf(start, kind, sides, referent);
    if (plain !== null) return plain;
  }
  return null;
}

function taskOf(
  { doer, rest, isVerb }: TaskOpening,
  kind: Kind,
  sides: Sides,
  referent: Referent,
): string | null {
  const told = essenceOf(rest, kind);
  if (told === null || [UNSAYABLE, ANYTHING, NAMED_CLAUSE, NO_TASK].some((pattern) => pattern.test(told)))
    return null;
  const words = told.split(/\s+/);
  const [verb = '', object = ''] = words.map((word) => word.toLowerCase().replace(/[,;]$/, ''));
  if (!isVerbOf(verb, isVerb) || words.length > MOST_WORDS || isLeftOpen(verb, object)) return null;
  // `Have you a number` asks.
  if (object === 'you' && !isVerb) return null;
  if (TELLING.has(verb) && !words.slice(1).some((word) => TOLD_WHAT.has(word.toLowerCase()))) return null;
  const meant = pointedAt(words, verb, referent);
  const marked = meant === null ? words : words.with(meant.at, MEANT);
  const whole = doer === '' ? marked : ['have', ...doer.split(' '), ...marked];
  if (namesNobody(whole)) return null;
  const named = spokenToOwner(whole, kind, sides)?.map((word) =>
    word === MEANT ? (meant?.thing ?? word) : word,
  );
  if (named === undefined) return null;
  const plain = named.join(' ').replace(/[,;]+$/, '');
  const last = named.at(-1)?.toLowerCase() ?? '';
  const names = new Set(`${sides.owner} ${sides.other}`.toLowerCase().split(/\s+/));
  const content = contentWords(splitWords(named.slice(1).join(' ')).map(({ text }) => text)).filter(
    (word) => !names.has(word),
  );
  const isAfter = prepositions.has(named.at(-2)?.toLowerCase() ?? '') || named.at(-2) === 'of';
  const isDangling = isAfter
    ? last === 'that' || last === 'it'
    : ENDINGS.has(last) || OPEN_VERBS.has(last) || (kind === 'request' && danglingWords.has(last));
  // Before `you` has become `them`, which points at nobody.
  const said = whole.map((word) => (word === MEANT ? (meant?.thing ?? word) : word)).join(' ');
  if (content.length === 0 || isDangling || !standsAlone(said, said)) return null;
  return capitalized(plain);
}

const PERSONS = new Set('he she him his her hers they their them'.split(' '));

/** `Take the number off his file`: whose? Whoever is told something, somebody who was named or `the bank` may be meant. */
function namesNobody(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const [, stem = ''] = /^(\p{L}+)/u.exec(word.toLowerCase()) ?? [];
    if (!PERSONS.has(stem) || (i === 1 && stem !== 'his')) return false;
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

/** What `it` stands for after the verb that hands it over, with its verb; null where nothing was named. */
export type Referent = (verb: string, isPlural: boolean) => string | null;
const unknown: Referent = () => null;
const MEANT = '\u0000';
const ONE = new Set(['it', 'that']);
const SEVERAL = new Set(['them', 'those', 'these', "'em"]);

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

/** `I'll go the twelve-month` takes it; `get somebody with a budget` leaves open who. */
function isLeftOpen(verb: string, object: string): boolean {
  if (verb === 'go' && determiners.has(object)) return true;
  if (LEFT_OPEN.has(object) && !HANDED.has(verb)) return true;
  const isFilled =
    FILLED.has(object) || (verb === 'come' && timeWords.has(object)) || (verb === 'try' && object === 'you');
  return EMPTY_VERBS.has(verb) && !isFilled;
}

/** Whether a task may begin with it. @param isSurely it stands where only a verb can */
export function isVerbOf(verb: string, isSurely: boolean): boolean {
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

/** `Mose, could you`: somebody else who is named is not the owner. */
function vocativeRemoved(sentence: string, kind: Kind, { owner }: Sides): string | null {
  const vocative = /^((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+),\s+/u.exec(sentence);
  if (vocative === null || actionVerbs.has((vocative[1] ?? '').toLowerCase())) return sentence;
  if (kind === 'promise') return sentence;
  return owner.includes((vocative[1] ?? '').split(' ').at(-1) ?? '')
    ? sentence.slice(vocative[0].length)
    : null;
}
