import type { SpeechCount, SpeechQuote } from '../engines/findings/speech/speech.ts';
import { takesUp } from '../facts/readable-quotes.ts';
import type { SignalInput } from './signal-input.ts';

/** A quip shows nothing to who did not hear what it was about. */
const UNSHOWN: ReadonlySet<SpeechCount> = new Set<SpeechCount>(['small_talk']);

/** The newest quote of each kind, of acknowledgements the newest that says so. @param calls The newest first. */
export function quotesOf(
  calls: readonly { day: string; quotes: readonly SpeechQuote[] }[],
): SignalInput['quotes'] {
  const newest: Partial<Record<SpeechCount, { text: string; day: string }>> = {};
  for (const { day, quotes } of calls) {
    for (const { shows, text } of quotes) {
      const told = newest[shows];
      const isPlainer = shows === 'acknowledgements' && told !== undefined && !says(told.text) && says(text);
      if (!UNSHOWN.has(shows) && (told === undefined || isPlainer)) newest[shows] = { text, day };
    }
  }
  return newest;
}

function says(text: string): boolean {
  return takesUp({ quote: text });
}
