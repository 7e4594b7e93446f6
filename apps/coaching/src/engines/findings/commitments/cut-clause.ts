import { capitalized, type SpokenWord } from './spoken-words.ts';
import {
  actionVerbs,
  danglingWords,
  determiners,
  finiteVerbs,
  prepositions,
  properWords,
  subjects,
  subordinators,
  timeWords,
} from './word-classes.ts';

const MOST_WORDS = 16;
const CONJUNCTIONS = new Set(['and', 'or', 'but', 'then']);
const ENDS = new Set([
  'okay',
  'alright',
  'right',
  'yeah',
  'yes',
  'no',
  'bye',
  'thanks',
  'thank',
  'which',
  'cause',
]);
/** A clause may be the object of these: `make sure he comes`, `tell her I called`. */
const TAKES_CLAUSE = new Set([
  'sure',
  'that',
  'what',
  'who',
  'how',
  'where',
  'when',
  'before',
  'after',
  'until',
  'till',
]);

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
  const word = words[at] as SpokenWord;
  if (word.pause === 'long') return true;
  const here = word.text;
  if (word.pause === 'short' && !continues(words, at)) return true;
  if (ENDS.has(here) || here === 'if' || here === 'unless' || here === 'because') return true;
  if (here === 'so' || (here === 'but' && at > verb)) return true;
  if (here === 'not' && at > verb + 1 && !finiteVerbs.has(text(at - 1)) && !determiners.has(text(at - 1)))
    return true;
  if (here === 'while' || (here === 'with' && ['where', 'what', 'how'].includes(text(at + 1)))) return true;
  if (CONJUNCTIONS.has(here)) {
    let next = at + 1;
    while (CONJUNCTIONS.has(text(next)) || text(next) === 'just') next += 1;
    if (subjects.has(text(next)) && (!determiners.has(text(next)) || finiteVerbs.has(text(next + 1))))
      return true;
    return finiteVerbs.has(text(next + 2)) && !actionVerbs.has(text(next));
  }
  const isSubject = ['i', 'we', 'he', 'she', 'they', 'it', 'there', 'you', 'that', 'this'].includes(here);
  if (isSubject && finiteVerbs.has(text(at + 1)) && !TAKES_CLAUSE.has(text(at - 1))) {
    return !(here === 'you' && text(verb) === 'have') && !isInsideClause(words, verb, at);
  }
  return (
    (here === 'i' || here === 'we' || here === 'he' || here === 'she' || here === 'they') &&
    !isInsideClause(words, verb, at)
  );
}

/** After `before`, `what` or `tell her` a clause of its own is in its place. */
function isInsideClause(words: readonly SpokenWord[], verb: number, at: number): boolean {
  const previous = words[at - 1]?.text ?? '';
  if (TAKES_CLAUSE.has(previous) || subordinators.has(previous)) return true;
  const isReport = ['tell', 'say', 'let', 'note', 'find', 'see', 'ask', 'check'].includes(
    words[verb]?.text ?? '',
  );
  return isReport && at - verb <= 3;
}

/** After a comma only a list, a time or a place goes on with the same thing. */
function continues(words: readonly SpokenWord[], at: number): boolean {
  const here = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (subjects.has(here) && !determiners.has(here)) return false;
  if (here === 'and') return !subjects.has(next) || determiners.has(next);
  if (timeWords.has(here) || /^\d/.test(here)) return true;
  if (prepositions.has(here)) return !finiteVerbs.has(words[at + 2]?.text ?? '');
  const rest = words.slice(at, at + 6);
  const and = rest.findIndex((word, i) => i > 0 && word.text === 'and');
  if (subjects.has(rest[and + 1]?.text ?? '') && !determiners.has(rest[and + 1]?.text ?? '')) return false;
  return (
    and > 0 && rest.slice(1, and + 1).every((word) => word.pause !== 'long' && !finiteVerbs.has(word.text))
  );
}

function isLoose(words: readonly SpokenWord[], at: number, clause: readonly SpokenWord[]): boolean {
  const text = words[at]?.text ?? '';
  if (clause[0]?.text === 'have' && (text === 'here' || text === 'there')) return false;
  if (
    [
      'please',
      'then',
      'okay',
      'just',
      'too',
      'though',
      'anyway',
      'also',
      'maybe',
      'there',
      'here',
      'now',
    ].includes(text)
  )
    return true;
  if (subjects.has(text) && !['it', 'that', 'this', 'you', 'one', 'both'].includes(text)) return true;
  return (
    clause.length > 1 && danglingWords.has(text) && !['that', 'this', 'those', 'these', 'her'].includes(text)
  );
}

/** `tuesday` → `Tuesday`, as days and months are written. */
export function withCapitals(word: SpokenWord): SpokenWord {
  return properWords.has(word.text) ? { ...word, written: capitalized(word.written) } : word;
}
