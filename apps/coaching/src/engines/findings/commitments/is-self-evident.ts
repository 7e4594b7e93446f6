import { splitWords } from '../../conversation/split-words.ts';
import type { Kind } from './is-for-later.ts';
import { isToldWhat } from './is-told-what.ts';
import { determiners, finiteVerbs, personNouns, prepositions, subordinators } from './word-classes.ts';

/** Whether it is promised or asked for at all, and of nobody that only those who talk know. */
export function isSettled(said: string, kind: Kind): boolean {
  if (UNDECIDED.test(said) || (kind === 'request' ? REFUSING : HANGING).test(said) || DONE_NOW.test(said))
    return false;
  const words = splitWords(said).map(({ text }) => text);
  return words.every(
    (text, i) => !PERSONS.has(text) || isBeside(words, i) || isNamedBefore(said, words, i, true),
  );
}

/**
 * Whether a stranger who reads these words alone knows what is to be done, and that it is to be done.
 * @param isDue however that is known: then they may point at what was said before.
 */
export function isSelfEvident(said: string, kind: Kind, isDue: boolean): boolean {
  if (UNDECIDED.test(said) || /[?!.]["'”’]?\s+\p{Lu}.*[?!.]\s/u.test(said)) return false;
  if (kind === 'request' ? REFUSING.test(said) : HANGING.test(said) || DONE_NOW.test(said)) return false;
  const words = splitWords(said).map(({ text }) => text);
  const told = words.findIndex((text) => text === 'tell' || text === 'ask');
  if (told >= 0 && !isToldWhat(words.slice(told))) return false;
  if (isDue) return true;
  return words.every((text, i) => {
    // `It's four today`, `there's a form`: nothing is pointed at.
    const isEmpty =
      (['it', 'there'].includes(text) && finiteVerbs.has(words[i + 1] ?? '')) ||
      (text === 'both' && words[i - 2] === 'and');
    if (!POINTING.has(text) || isEmpty) return true;
    const isPerson = PERSONS.has(text);
    return (isPerson && isBeside(words, i)) || isNamedBefore(said, words, i, isPerson);
  });
}

/** `I could`, `maybe`, `we'll see`: nothing is promised yet. */
const UNDECIDED =
  /\?\s+\S|\b(?:maybe|I think|I guess|I suppose|we['’]ll see|whatever|whoever|somebody with)\b|^I (?:can|could)\b/i;
const REFUSING = /^(?:how|what|why|when|where|who|no|nah|never|don['’]t|do not|righto|hold)\b/i;
/** It waits for what the other side has to do. */
const HANGING =
  /\b(?:if (?!I (?:don|do|haven|can))|he says|she says|just give me|send me)\b|^(?:give|send|bring|get|put|look)\b/i;
const DONE_NOW = /\bI['’]m putting\b|\bI['’]m \p{L}+ing\b.{0,40}\bnow\b|\bI can (?:sign|load)\b/iu;
const PERSONS = new Set('him her his he she they their hers theirs'.split(' '));
const POINTING = new Set([
  ...PERSONS,
  ...'it them those these both ones there something someone somebody thing stuff ours yours some'.split(' '),
]);

/** `Before he gets here`, `put a note on his desk`: what is to be done is known, whoever that is. */
function isBeside(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at);
  const isDone = before.filter((word) => determiners.has(word)).length > 0 && before.length >= LEAST_BEFORE;
  return isDone || (subordinators.has(words[at - 1] ?? '') && before.length > LEAST_BEFORE);
}

const LEAST_BEFORE = 4;

/** Somebody, or a thing after its determiner, that is named before. */
function isNamedBefore(said: string, words: readonly string[], at: number, isPerson: boolean): boolean {
  const [before, next = ''] = [words.slice(0, at), words[at + 1] ?? ''];
  // `those four sales`, `some boxes`.
  if (
    determiners.has(words[at] ?? '') &&
    !isPerson &&
    /^\p{L}{4,}$/u.test(next) &&
    !['tonight', 'today'].includes(next)
  )
    return true;
  if (isPerson) {
    const start = splitWords(said)[at]?.start ?? 0;
    return (
      before.some((word) => personNouns.has(word)) || /[\p{Ll},] \p{Lu}\p{Ll}+/u.test(said.slice(0, start))
    );
  }
  return before.some(
    (word, i) =>
      determiners.has(word) &&
      !POINTING.has(word) &&
      !['that', 'this', 'one'].includes(word) &&
      !prepositions.has(words[i - 1] ?? '') &&
      i < at - 1,
  );
}
