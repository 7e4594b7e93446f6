type Mark = '' | ',' | '.' | '?';

/** How many are set, how many stood there before, and how many of those set did. */
interface Count {
  set: number;
  given: number;
  right: number;
}

export interface Counts {
  '.': Count;
  '?': Count;
  ',': Count;
  capital: Count;
  words: number;
  /** Not compared. */
  other: number;
}

interface WrittenWord {
  text: string;
  mark: Mark;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*/gu;
/** The full stop behind them ends nothing. */
const TITLE = /^(mr|mrs|ms|dr|st)$/i;

export function newCounts(): Counts {
  const none = () => ({ set: 0, given: 0, right: 0 });
  return { '.': none(), '?': none(), ',': none(), capital: none(), words: 0, other: 0 };
}

/** Compares the marks behind each word, and its capital; only where both texts have the same words. */
export function compareTexts(counts: Counts, given: string, set: string): void {
  const [before, after] = [wordsOf(given), wordsOf(set)];
  const isSame =
    before.length === after.length &&
    before.every(({ text }, index) => text.toLowerCase() === after[index]?.text.toLowerCase());
  if (!isSame) {
    counts.other += before.length;
    return;
  }
  counts.words += before.length;
  before.forEach((one, index) => {
    const other = after[index] as WrittenWord;
    if (one.mark !== '') counts[one.mark].given += 1;
    if (other.mark !== '') counts[other.mark].set += 1;
    if (one.mark !== '' && one.mark === other.mark) counts[one.mark].right += 1;
    const [isGiven, isSet] = [one, other].map(({ text }) => /^\p{Lu}/u.test(text));
    if (isGiven) counts.capital.given += 1;
    if (isSet) counts.capital.set += 1;
    if (isGiven && isSet) counts.capital.right += 1;
  });
}

function wordsOf(written: string): WrittenWord[] {
  const text = written.replaceAll('’', "'");
  const found = [...text.matchAll(WORD)];
  return found.map((match, index) => {
    const between = text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length);
    return { text: match[0], mark: TITLE.test(match[0]) && /^\. /.test(between) ? '' : markIn(between) };
  });
}

/** A full stop stands for an exclamation mark, too, and a comma for all that divides a sentence. */
function markIn(between: string): Mark {
  if (between.includes('?')) return '?';
  if (/[.!]/.test(between) && !between.includes('..')) return '.';
  return /[,;:–—…]|\.\.|--/.test(between) ? ',' : '';
}
