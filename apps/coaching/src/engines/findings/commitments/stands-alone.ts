import { splitWords } from '../../conversation/split-words.ts';
import { contentWords } from '../feedback/shared-words.ts';
import { determiners } from './word-classes.ts';

const PRONOUNS = new Set('it him her them both there'.split(' '));
/** With a noun after them they name it: `that calendar`, `one page`. */
const NAMING = new Set('that this those these one ones'.split(' '));
/** `it'll be under Grubb`, `there's a form`: nothing is pointed at. */
const EMPTY_SUBJECT = new Set('is was will would has'.split(' '));
const POINTING = new Set([...PRONOUNS, ...NAMING]);

/**
 * Whether what is to be done is understood from a quotation alone: whatever its clause points at with `it`, `him` or
 * `that one` was named before.
 */
export function standsAlone(said: string, clause: string): boolean {
  const words = splitWords(said);
  const from = Math.max(0, said.indexOf(clause));
  const isAsked = (at: number): boolean => {
    const { start = 0, end = 0 } = words[at] ?? {};
    return start >= from && end <= from + clause.length;
  };
  const texts = words.map(({ text }) => text);
  const isNamed = (at: number): boolean =>
    words.slice(0, at).some(({ text, start, end }, i) => {
      if (POINTING.has(text) || contentWords([text]).length === 0) return false;
      const isProper =
        i > 0 && /^\p{Lu}\p{Ll}/u.test(said.slice(start, end)) && !/[.?!]\s+$/.test(said.slice(0, start));
      return isProper || isAfterDeterminer(texts, i);
    });
  return texts.every((_, at) => !isAsked(at) || !isPointing(texts, at) || isNamed(at));
}

function isPointing(texts: readonly string[], at: number): boolean {
  const [text = '', next = ''] = [texts[at], texts[at + 1]];
  if (text === 'it' || text === 'there') return !EMPTY_SUBJECT.has(next);
  // Whom the other side is to tell something it knows itself.
  if (TOLD.has(texts[at - 1] ?? '') && at === 1) return false;
  // `her name` says whose no more than `her` does, but the name is told by whoever comes.
  if (text === 'her') return contentWords([next]).length === 0;
  if (NAMING.has(text))
    return contentWords([next]).length === 0 && !/^\d/.test(next) && !determiners.has(next);
  return PRONOUNS.has(text);
}

const TOLD = new Set(['tell', 'ask']);
const REACH = 3;

/** `the number`, `your last two statements`. */
function isAfterDeterminer(texts: readonly string[], at: number): boolean {
  const from = Math.max(0, at - REACH);
  return texts.slice(from, at).some((text, i) => determiners.has(text) && !isPointing(texts, from + i));
}
