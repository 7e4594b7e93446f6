import type { Speech, SpeechCount, SpeechCounts } from '../engines/findings/speech/speech.ts';

export type SpeechOfCall = Pick<Speech, 'words' | 'indicators'>;

/** The speech of several calls taken together. */
export function sumSpeech(calls: readonly SpeechOfCall[]): {
  calls: number;
  words: number;
  indicators: SpeechCounts;
} {
  const sums: Partial<Record<SpeechCount, number>> = {};
  for (const { indicators } of calls) {
    for (const [name, count] of Object.entries(indicators) as [SpeechCount, number][]) {
      sums[name] = (sums[name] ?? 0) + count;
    }
  }
  return {
    calls: calls.length,
    words: calls.reduce((sum, { words }) => sum + words, 0),
    indicators: sums,
  };
}
