import type { SpokenWord } from './spoken-words.ts';
import {
  actionVerbs,
  danglingWords,
  determiners,
  finiteVerbs,
  particles,
  prepositions,
  subjects,
  subordinators,
  timeWords,
} from './word-classes.ts';

const MOST_WORDS = 16;
const CONJUNCTIONS = new Set(['and', 'or', 'but', 'then']);
const ENDS = new Set(
  'if unless because so while which cause okay alright right yeah yes no bye thanks thank mine mines theirs'.split(
    ' ',
  ),
);
/** A clause may be the object of these: `make sure he comes`, `tell her I called`. */
const TAKES_CLAUSE = new Set('sure that what who how where when before after until till'.split(' '));
const FULL_SUBJECTS = new Set(['i', 'we', 'he', 'she', 'they']);
const POSSIBLE_SUBJECTS = new Set([...FULL_SUBJECTS, 'it', 'there', 'you', 'that', 'this']);
const LOOSE_ENDS = new Set('please then okay just too though anyway also maybe there here now'.split(' '));
/** Subjects, determiners and the like that may stand as an object at the end. */
const OBJECTS = new Set('it that this you one both those these her'.split(' '));
const REPORTS = new Set('tell say let note find see ask check'.split(' '));
/** Another person does what follows these: `have the nurse call`. */
const CAUSES = new Set('have tell ask get let help make'.split(' '));
const NOUN_PHRASE_STARTS = new Set(['the', 'my', 'your', 'our', 'their', 'his']);

/** The words from a verb to the end of its clause, and where the next clause starts. */
export function cutClause(
  words: readonly SpokenWord[],
  verb: number,
  base: string | null,
): { words: SpokenWord[]; end: number } {
  const limit = Math.min(words.length, verb + MOST_WORDS + 2);
  let end = verb + 1;
  while (end < limit && !endsAt(words, verb, end)) end += 1;
  let last = isRelative(words, verb, end) ? end - 3 : end;
  while (last > verb + 1 && isLoose(words, last - 1, words.slice(verb, last))) last -= 1;
  const clause = words.slice(verb, last);
  const first = clause[0];
  if (base !== null && first !== undefined)
    clause.splice(0, 1, ...base.split(' ').map((text) => ({ ...first, text, written: text })));
  return { words: clause, end };
}

/** Of `to the number I called` nothing is left but `to the number`: better without. */
function isRelative(words: readonly SpokenWord[], verb: number, end: number): boolean {
  const isPunctuated = words.some(({ pause }) => pause !== '');
  const text = (i: number): string => words[i]?.text ?? '';
  const isSubject = ['i', 'we', 'you'].includes(text(end)) && words[end]?.pause === '';
  return (
    isPunctuated && isSubject && end - 3 > verb && text(end - 2) === 'the' && prepositions.has(text(end - 3))
  );
}

function endsAt(words: readonly SpokenWord[], verb: number, at: number): boolean {
  const text = (i: number): string => words[i]?.text ?? '';
  const { pause, text: here } = words[at] as SpokenWord;
  if (pause === 'long' || ENDS.has(here) || here === 'but') return true;
  if (pause === 'short' && !continues(words, at)) return true;
  if (here === 'with' && ['where', 'what', 'how'].includes(text(at + 1))) return true;
  const previous = text(at - 1);
  if (here === 'not' && at > verb + 1 && !finiteVerbs.has(previous) && !determiners.has(previous))
    return true;
  if (
    here === 'do' &&
    text(at + 1) === 'not' &&
    at > verb + 1 &&
    !CONJUNCTIONS.has(previous) &&
    !POSSIBLE_SUBJECTS.has(previous)
  )
    return true;
  if (CONJUNCTIONS.has(here)) return opensClause(words, at + 1);
  if (words.every((word) => word.pause === '') && runsOn(words, verb, at)) return true;
  if (POSSIBLE_SUBJECTS.has(here) && finiteVerbs.has(text(at + 1)) && !TAKES_CLAUSE.has(previous)) {
    return !(here === 'you' && text(verb) === 'have') && !isInsideClause(words, verb, at);
  }
  return FULL_SUBJECTS.has(here) && !isInsideClause(words, verb, at);
}

/** After a conjunction a subject opens another clause, a verb or a noun goes on with the same. */
function opensClause(words: readonly SpokenWord[], from: number): boolean {
  const text = (i: number): string => words[i]?.text ?? '';
  let next = from;
  while (CONJUNCTIONS.has(text(next)) || text(next) === 'just') next += 1;
  const isSubject =
    subjects.has(text(next)) && (!determiners.has(text(next)) || finiteVerbs.has(text(next + 1)));
  const isQuestion =
    ['when', 'what', 'how', 'where'].includes(text(next)) ||
    (finiteVerbs.has(text(next)) && !actionVerbs.has(text(next)));
  return isSubject || isQuestion || (finiteVerbs.has(text(next + 2)) && !actionVerbs.has(text(next)));
}

/** Without marks a sentence runs into the next: `come to the side door | the front one sticks`. */
function runsOn(words: readonly SpokenWord[], verb: number, at: number): boolean {
  const text = (i: number): string => words[i]?.text ?? '';
  const previous = text(at - 1);
  const isAfterNoun =
    !prepositions.has(previous) &&
    !determiners.has(previous) &&
    !CONJUNCTIONS.has(previous) &&
    !actionVerbs.has(previous) &&
    (!particles.has(previous) || determiners.has(text(at - 2)));
  if (!isAfterNoun || at - verb <= (CAUSES.has(text(verb)) ? 4 : 2)) return false;
  return (
    NOUN_PHRASE_STARTS.has(text(at)) ||
    (actionVerbs.has(text(at)) && (determiners.has(text(at + 1)) || ['it', 'them'].includes(text(at + 1))))
  );
}

/** After `before`, `what` or `tell her` a clause of its own is in its place. */
function isInsideClause(words: readonly SpokenWord[], verb: number, at: number): boolean {
  const previous = words[at - 1]?.text ?? '';
  if (TAKES_CLAUSE.has(previous) || subordinators.has(previous)) return true;
  return REPORTS.has(words[verb]?.text ?? '') && at - verb <= 3;
}

/** After a comma only a list, a time or a place goes on with the same thing. */
function continues(words: readonly SpokenWord[], at: number): boolean {
  const here = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (subjects.has(here) && !determiners.has(here)) return false;
  if (here === 'and' && phraseLength(words, at) > 4) return false;
  if (here === 'and') return !subjects.has(next) || determiners.has(next);
  if (timeWords.has(here) || /^\d/.test(here)) return true;
  if (prepositions.has(here)) return !finiteVerbs.has(words[at + 2]?.text ?? '');
  // `the link now, whack your card in there and you're live` goes on with something else.
  const previous = words[at - 1]?.text ?? '';
  if (timeWords.has(previous) || previous === 'now') return false;
  const rest = words.slice(at, at + 6);
  const and = rest.findIndex((word, i) => i > 0 && word.text === 'and');
  if (subjects.has(rest[and + 1]?.text ?? '') && !determiners.has(rest[and + 1]?.text ?? '')) return false;
  return (
    and > 0 && rest.slice(1, and + 1).every((word) => word.pause !== 'long' && !finiteVerbs.has(word.text))
  );
}

/** How many words until the next mark. */
function phraseLength(words: readonly SpokenWord[], at: number): number {
  const next = words.findIndex(({ pause }, i) => i > at && pause !== '');
  return (next < 0 ? words.length : next) - at;
}

function isLoose(words: readonly SpokenWord[], at: number, clause: readonly SpokenWord[]): boolean {
  const text = words[at]?.text ?? '';
  if (clause[0]?.text === 'have' && (text === 'here' || text === 'there')) return false;
  // `two days before` needs nothing after it.
  if (text === 'before' && /^(?:day|week|hour|minute|month)s?$/.test(clause.at(-2)?.text ?? '')) return false;
  if (LOOSE_ENDS.has(text) || (subjects.has(text) && !OBJECTS.has(text))) return true;
  return clause.length > 1 && danglingWords.has(text) && !OBJECTS.has(text);
}
