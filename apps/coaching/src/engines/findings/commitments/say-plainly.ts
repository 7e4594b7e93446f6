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
/** `Delete Test Kitchen Do Not Use`: a name that is a sentence is read as one. */
const NAMED_CLAUSE = /\p{L} (?:Do|Does|Don['’]t|Is|Are|Not|Will|Can)\b/u;
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
const TOLD_WHAT = new Set('if whether about for to when where what how not that who which don’t'.split(' '));
const LEFT_OPEN = new Set('somebody someone anybody anyone some'.split(' '));
const FILLED_OPEN = new Set('send bring email text print have make take'.split(' '));
/** `Tell Reverend Ames Otis said`. */
const OPEN_VERBS = new Set('is are was were will can could would said says knows thinks expect'.split(' '));
const ENDINGS = new Set('that this and or both it them him her you some any'.split(' '));
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
  if (told !== null && /\b(?:something|anything)\b(?!.* (?:with|about|from|that|i|you)\b)/i.test(told))
    return null;
  if (told === null || UNSAYABLE.test(told) || NAMED_CLAUSE.test(told)) return null;
  const words = told.split(/\s+/);
  const [verb = '', object = ''] = words.map((word) => word.toLowerCase().replace(/[,;]$/, ''));
  if (!isVerbOf(verb, isVerb) || words.length > MOST_WORDS) return null;
  if (
    (EMPTY_VERBS.has(verb) &&
      !FILLED.has(object) &&
      !(verb === 'come' && timeWords.has(object)) &&
      !(verb === 'try' && object === 'you')) ||
    // `Get somebody with a budget`, `pull some strings`: who and what is left open.
    (LEFT_OPEN.has(object) && !FILLED_OPEN.has(verb)) ||
    (object === 'you' && !isVerb) ||
    // `I'll go the twelve-month` takes it.
    (verb === 'go' && determiners.has(object))
  )
    return null;
  if (TELLING.has(verb) && !words.slice(1).some((word) => TOLD_WHAT.has(word.toLowerCase()))) return null;
  const thing = pointedAt(words, verb, referent);
  const whole = doer === '' ? words : ['have', ...doer.split(' '), ...words];
  if (namesNobody(whole)) return null;
  const named = spokenToOwner(whole, kind, sides)?.map((word) => (word === MEANT ? (thing ?? word) : word));
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
  // Both of them are the other side and whoever is with it.
  const pointing = plain
    .replaceAll('both of them', 'everybody')
    .replace(/ if you have not heard from them$/, '');
  if (content.length === 0 || isDangling || !standsAlone(pointing, pointing)) return null;
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
const POINTERS = new Set(['it', 'that', 'them', 'those', 'these', "'em"]);

/** Puts a mark in the place of `it`, where it is known what is meant. @returns what is meant. */
function pointedAt(words: string[], verb: string, referent: Referent): string | null {
  const at = words.findIndex((word, i) => i > 0 && i < 3 && POINTERS.has(word.toLowerCase()));
  const next = (words[at + 1] ?? '').toLowerCase();
  const isAfter = at === 1 || (at === 2 && ['you', 'me'].includes((words[1] ?? '').toLowerCase()));
  const isFree =
    next === '' || prepositions.has(next) || particles.has(next) || timeWords.has(next) || next === 'back';
  if (at < 0 || !isAfter || !isFree) return null;
  const thing = referent(
    verb,
    ['them', 'those', 'these', "'em"].includes((words[at] as string).toLowerCase()),
  );
  if (thing !== null) words[at] = MEANT;
  return thing;
}

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

/** `Mose, could you`: somebody else who is named is not the owner. */
function vocativeRemoved(sentence: string, kind: Kind, { owner }: Sides): string | null {
  const vocative = /^((?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'’-]+),\s+/u.exec(sentence);
  if (vocative === null || actionVerbs.has((vocative[1] ?? '').toLowerCase())) return sentence;
  if (kind === 'promise') return sentence;
  return owner.includes((vocative[1] ?? '').split(' ').at(-1) ?? '')
    ? sentence.slice(vocative[0].length)
    : null;
}
