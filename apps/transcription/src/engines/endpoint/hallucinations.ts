import { deflateSync } from 'node:zlib';

/** Above it Whisper's own decoding takes a text for a loop. */
const COMPRESSION_MAX = 2.4;
/** A short text is above it when somebody says yes seven times. */
const COMPRESSED_FROM_BYTES = 160;
/** People read aloud at 2.5 words a second, and in haste speak at 5 or 6. */
const WORDS_PER_SECOND_MAX = 7;
/** So many may be said in no time: where speech begins and ends is known to a tenth of a second. */
const WORDS_AT_ONCE = 4;
const REPEATED_LENGTH_MAX = 12;
/** Whoever says a thing five times in a row has said few words. */
const REPEATS_MIN = 5;
const REPEATED_WORDS_MIN = 12;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Why nobody can have said a text of a window: a loop, or more words than anybody speaks. Null where somebody may have.
 * @param seconds of the window in which there is sound.
 */
export function findHallucination(text: string, seconds: number): string | null {
  const words = wordsIn(text);
  if (words.length === 0) return null;
  if (words.length > WORDS_AT_ONCE + WORDS_PER_SECOND_MAX * seconds) return 'more words than anybody speaks';
  const bytes = Buffer.from(text);
  if (bytes.length >= COMPRESSED_FROM_BYTES && bytes.length / deflateSync(bytes).length > COMPRESSION_MAX)
    return 'a text that compresses too well';
  return repeatedIn(words).includes(true) ? 'the same words again and again' : null;
}

/**
 * The words of a window but for loops: pocketsphinx hears `ah` in each key that is pressed, and Whisper falls into loops
 * wherever it runs.
 */
export function withoutLoops<T extends { text: string }>(words: readonly T[]): T[] {
  const repeated = repeatedIn(words.map(({ text }) => wordsIn(text).join(' ')));
  return words.filter((_, index) => !repeated[index]);
}

/** As Unicode finds them, in scripts without spaces too. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push(segment.toLowerCase());
  }
  return words;
}

/** A card number may be `four one one one one …`: digits are said again and again by people, too. */
const DIGIT = /^(?:\d+|oh?|zero|one|two|three|four|five|six|seven|eight|nine|double|triple)$/;

/** Which words are said again and again, alone or in phrases. */
function repeatedIn(words: readonly string[]): boolean[] {
  const repeated = words.map(() => false);
  for (let length = 1; length <= REPEATED_LENGTH_MAX; length += 1) {
    let same = 0;
    for (let at = length; at < words.length; at += 1) {
      same = words[at] === words[at - length] ? same + 1 : 0;
      const inRow = same + length;
      if (inRow < Math.max(REPEATED_WORDS_MIN, REPEATS_MIN * length)) continue;
      if (words.slice(at + 1 - length, at + 1).every((word) => DIGIT.test(word))) continue;
      repeated.fill(true, at + 1 - inRow, at + 1);
    }
  }
  return repeated;
}
