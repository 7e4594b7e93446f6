import type { SpeechCount, SpeechCounts } from '../engines/findings/speech/speech.ts';

export interface DatedQuote {
  text: string;
  day: string;
}

/** What an agent said, over all calls. */
export interface SignalInput {
  /** As in a sentence: `Maria`. */
  name: string;
  calls: number;
  words: number;
  indicators: SpeechCounts;
  /** A telling sentence of each kind, verbatim, and the UTC day of its call. */
  quotes: Readonly<Partial<Record<SpeechCount, DatedQuote>>>;
}
