import type { SpeechCount, SpeechQuote } from '../engines/findings/speech/speech.ts';
import { takesUp } from '../facts/readable-quotes.ts';
import type { SignalInput } from './signal-input.ts';

/** A quip shows nothing to who did not hear what it was about. */
const UNSHOWN: ReadonlySet<SpeechCount> = new Set<SpeechCount>(['small_talk']);

/** What points at something that was said before: `How did you do it, when it went out?` */
const POINTS = /\b(?:it|that|this|they|them|he|she|him|her|there|those|these)\b|^(?:and|but|so)\b/i;
const LONG = 8;

/** Told to who did not hear the call, one that stands alone says more, and a longer one more than a few words. */
function rank(shows: SpeechCount, text: string): number {
  if (shows === 'acknowledgements') return Number(says(text));
  // The longest price names most figures.
  if (shows === 'prices_stated') return text.split(/\s+/).length;
  return POINTS.test(text) ? 0 : text.split(/\s+/).length >= LONG ? 2 : 1;
}

/** The most telling quote of each kind, the newest of equals. @param calls The newest first. */
export function quotesOf(
  calls: readonly { day: string; quotes: readonly SpeechQuote[] }[],
): SignalInput['quotes'] {
  const newest: Partial<Record<SpeechCount, { text: string; day: string }>> = {};
  for (const { day, quotes } of calls) {
    for (const { shows, text } of quotes) {
      const told = newest[shows];
      const isPlainer = told === undefined || rank(shows, text) > rank(shows, told.text);
      if (!UNSHOWN.has(shows) && isPlainer) newest[shows] = { text, day };
    }
  }
  // Figures are shown by a price that names some.
  const { prices_stated } = newest;
  return prices_stated === undefined ? newest : { figures: prices_stated, ...newest };
}

function says(text: string): boolean {
  return takesUp({ quote: text });
}
