import type { SpokenWord, Transcript } from '@debrief/contracts/resources/transcript';
import { capitalize, writeLetters } from './capitalize.ts';
import { punctuate } from './punctuate.ts';
import { type PunctuateTexts, punctuateByModel } from './punctuate-by-model.ts';
import { writeAddresses } from './write-addresses.ts';
import { writeNumbers } from './write-numbers.ts';
import { type WordedSegment, withText } from './written-word.ts';

export interface WriteOptions {
  /** As BCP 47; `und` where it is not known, and the rules of no language are. */
  language: string;
  /** Names of those who speak. */
  speakers: readonly string[];
  /** A model, where one is in use. */
  punctuateTexts: PunctuateTexts | null;
}

export interface Written {
  segments: WordedSegment[];
  punctuation: NonNullable<Transcript['punctuation']>;
}

/**
 * Words as people write them. What the engine wrote stays: punctuation and capitals are set only where it gave none.
 * Words that become one figure (`$25`) become one word, from the start of the first to the end of the last.
 */
export async function writeText(
  heard: readonly WordedSegment[],
  { language, speakers, punctuateTexts }: WriteOptions,
): Promise<Written> {
  const isEnglish = /^en(-|$)/i.test(language);
  const all = heard.flatMap(({ words }) => words);
  const hasMarks = all.some(({ text }) => /[\p{L}\p{N}]{2}[.,?!…。，？！、]/u.test(text));
  const hasCase =
    all.some(({ text }) => /\p{Lu}/u.test(text)) && all.some(({ text }) => /\p{Ll}/u.test(text));
  let segments = hasCase ? [...heard] : heard.map(inLowerCase);
  if (!hasCase && isEnglish) segments = segments.map(writeLetters);
  let punctuation: Written['punctuation'] = hasMarks ? 'engine' : 'none';
  if (!hasMarks && all.length > 0) {
    const byModel = punctuateTexts && (await punctuateByModel(segments, language, punctuateTexts));
    if (byModel !== null) punctuation = 'model';
    else if (isEnglish) punctuation = 'rules';
    segments = byModel ?? (isEnglish ? punctuate(segments, speakers) : segments);
  }
  if (isEnglish) {
    if (!hasCase) segments = capitalize(segments, speakers);
    segments = segments.map((segment) => withText(segment, writeNumbers(writeAddresses(segment.words))));
  }
  return { segments, punctuation };
}

function inLowerCase(segment: WordedSegment): WordedSegment {
  return withText(
    segment,
    segment.words.map((word): SpokenWord => {
      const text = isMark(word.text) ? word.text : word.text.toLowerCase();
      return text === word.text ? word : { ...word, text };
    }),
  );
}

/** `[card number]`. */
function isMark(text: string): boolean {
  return text.startsWith('[');
}
