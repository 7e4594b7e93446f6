import { TOLD_WHAT } from './is-told-what.ts';
import {
  actionVerbs,
  determiners,
  finiteVerbs,
  particles,
  personNouns,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from './word-classes.ts';

/** What a word points at that was named before; null where nothing was. */
export interface Referent {
  /** What `it` stands for after the verb that hands it over. */
  thing: (verb: string, isPlural: boolean, pointer: string) => string | null;
  /** @param mayBeVisitor of whom no more is known than that somebody comes */
  person: (pronoun: 'he' | 'she', mayBeVisitor: boolean) => string | null;
}
export const unknown: Referent = { thing: () => null, person: () => null };
/** Where a thing or a person is put in, until everything else is known. */
export const MEANT = '\u0000';
export const PERSON = '\u0001';

const SINGULAR: ReadonlyMap<string, 'he' | 'she'> = new Map([
  ...(['he', 'him', 'his'] as const).map((word) => [word, 'he'] as const),
  ...(['she', 'her'] as const).map((word) => [word, 'she'] as const),
]);

/** Whoever is first spoken of as `him` or `her`, by name. */
export function withPerson(
  words: readonly string[],
  referent: Referent,
): { words: string[]; person: string } {
  const at = words.findIndex((word) => SINGULAR.has(stemOf(word)));
  const stem = stemOf(words[at] ?? '');
  const pronoun = SINGULAR.get(stem);
  if (pronoun === undefined || isNamedBefore(words, at)) return { words: [...words], person: '' };
  const isSubject = stem === 'he' || stem === 'she';
  const isSent = at === 1 && (['ask', 'tell'].includes(words[0] ?? '') || DONE_BY_OTHERS.has(words[2] ?? ''));
  const person = referent.person(pronoun, isSubject || isSent);
  if (person === null) return { words: [...words], person: '' };
  const [, mark = ''] = /([,;:]?)$/.exec(words[at] ?? '') ?? [];
  const [, ending = ''] = /['’](s|ll|d)/i.exec(words[at] ?? '') ?? [];
  const next = words[at + 1]?.toLowerCase() ?? '';
  const isWhose = stem === 'his' || (stem === 'her' && mark === '' && isNamedAfter(next));
  const opened = isWhose ? [`${PERSON}'s`] : [`${PERSON}${mark}`, ...(OPENED[ending.toLowerCase()] ?? [])];
  return { words: words.toSpliced(at, 1, ...opened), person };
}

/** `Have him ring when he sets off`. */
const DONE_BY_OTHERS = new Set('call ring phone text'.split(' '));
const OPENED: Record<string, string[]> = { s: ['is'], ll: ['will'], d: ['would'] };

function stemOf(word: string): string {
  return /^(\p{L}*)/u.exec(word.toLowerCase())?.[1] ?? '';
}

/** `Her number`, but not `tell her when` or `send her the invite`. */
function isNamedAfter(next: string): boolean {
  const word = next.replace(/[,;:]$/, '');
  const isGrammar =
    prepositions.has(word) ||
    determiners.has(word) ||
    subjects.has(word) ||
    finiteVerbs.has(word) ||
    particles.has(word) ||
    actionVerbs.has(word);
  return (
    word !== '' &&
    !isGrammar &&
    !timeWords.has(word) &&
    !TOLD_WHAT.has(word) &&
    !['and', 'or', 'back'].includes(word)
  );
}

/** `Ask your brother what he wants`. */
function isNamedBefore(words: readonly string[], at: number): boolean {
  return words
    .slice(1, at)
    .some((one) => /^\p{Lu}\p{Ll}/u.test(one) || personNouns.has(one.toLowerCase().replace(/['’]s$/, '')));
}

const ONE = new Set(['it', 'that']);
const SEVERAL = new Set(['them', 'those', 'these', 'both']);

/** `It` after the verb, or after `you` behind it, where it is known what is meant. */
export function pointedAt(
  words: readonly string[],
  verb: string,
  referent: Referent,
): { at: number; thing: string } | null {
  const lower = words.slice(0, 6).map((word) => word.toLowerCase().replace(/[,;:]$/, ''));
  // `look at it`.
  const isLooked = lower[0] === 'look' && ['at', 'over', 'through'].includes(lower[1] ?? '');
  // `have my sister look at it`, `have Donna write it up`.
  const done = ['have', 'get'].includes(lower[0] ?? '')
    ? lower.findIndex(
        (word, i) => i > 2 && (ONE.has(word) || SEVERAL.has(word)) && actionVerbs.has(lower[i - 1] ?? ''),
      )
    : -1;
  const at = done > 0 ? done : ['you', 'me'].includes(lower[1] ?? '') || isLooked ? 2 : 1;
  const [pointer = '', next = ''] = lower.slice(at);
  const isFree =
    next === '' ||
    prepositions.has(next) ||
    particles.has(next) ||
    timeWords.has(next) ||
    subordinators.has(next) ||
    ['back', 'and', 'ready'].includes(next);
  if ((!ONE.has(pointer) && !SEVERAL.has(pointer)) || !isFree) return null;
  const thing = referent.thing(done > 0 ? (lower[done - 1] ?? verb) : verb, SEVERAL.has(pointer), pointer);
  return thing === null ? null : { at, thing };
}

const PERSONS = new Set('he she him his her hers they their them'.split(' '));

/** `Take the number off his file`: whose? Whoever is told something, somebody who was named or `the bank` may be meant. */
export function namesNobody(words: readonly string[]): boolean {
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
