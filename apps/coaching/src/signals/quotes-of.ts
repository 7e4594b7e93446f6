import type { SpeechCount, SpeechQuote } from '../engines/findings/speech/speech.ts';
import type { SignalInput } from './signal-input.ts';

/** The newest quote of each kind. @param calls The newest first. */
export function quotesOf(
  calls: readonly { day: string; quotes: readonly SpeechQuote[] }[],
): SignalInput['quotes'] {
  const newest: Partial<Record<SpeechCount, { text: string; day: string }>> = {};
  for (const { day, quotes } of calls) {
    for (const { shows, text } of quotes) newest[shows] ??= { text, day };
  }
  return newest;
}
