import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import { type WordedSegment, withText } from './written-word.ts';

/**
 * Texts with punctuation and capitals, one for each; null where no model can, so that rules do.
 * @param language as BCP 47
 */
export type PunctuateTexts = (texts: readonly string[], language: string) => Promise<string[] | null>;

/** A model hears nothing of pauses, and a text too long for it is cut in the middle of a sentence. */
const TEXT_WORDS = 120;
const MARKS = /^[.,?!;:，。？！、；：]+/u;
const plainMarks = new Map([
  ['，', ','],
  ['、', ','],
  ['。', '.'],
  ['？', '?'],
  ['！', '!'],
  ['；', ';'],
  ['：', ':'],
]);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** Sets the marks and capitals of a model, for what somebody says until the other side does as one text. Null: none can. */
export async function punctuateByModel(
  segments: readonly WordedSegment[],
  language: string,
  punctuate: PunctuateTexts,
): Promise<WordedSegment[] | null> {
  const turns = cutTurns(segments);
  const texts = turns.map((turn) => turn.map(({ text }) => text).join(' '));
  const punctuated = await punctuate(texts, language);
  if (punctuated === null) return null;
  return turns.flatMap((turn, index) => {
    const words = turn.flatMap((segment) => segment.words);
    const written = [...takeOver(words, punctuated[index] ?? '')];
    return turn.map((segment) => withText(segment, written.splice(0, segment.words.length)));
  });
}

function cutTurns(segments: readonly WordedSegment[]): WordedSegment[][] {
  const turns: WordedSegment[][] = [];
  let length = 0;
  for (const segment of segments) {
    const turn = turns.at(-1);
    length += segment.words.length;
    if (turn?.[0]?.role === segment.role && length <= TEXT_WORDS) turn.push(segment);
    else {
      turns.push([segment]);
      length = segment.words.length;
    }
  }
  return turns;
}

/** The words as they stand in the text; as they were from where the text says something else. */
function takeOver(words: readonly SpokenWord[], text: string): SpokenWord[] {
  let at = 0;
  return words.map((word) => {
    const end = endOf(word.text, text, at);
    if (end === null) return word;
    const own = word.text.startsWith('[') ? word.text : text.slice(at, end).trim();
    const marks = MARKS.exec(text.slice(end))?.[0] ?? '';
    at = end + marks.length;
    return { ...word, text: own + (UNSPACED.test(own) ? marks : (plainMarks.get(marks) ?? marks)) };
  });
}

/** Where a word ends in a text, but for spaces and case. */
function endOf(word: string, text: string, from: number): number | null {
  let at = from;
  for (const letter of word.replaceAll(/\s/g, '')) {
    while (/\s/.test(text.charAt(at))) at += 1;
    if (text.slice(at, at + letter.length).toLowerCase() !== letter.toLowerCase()) return null;
    at += letter.length;
  }
  return at;
}
