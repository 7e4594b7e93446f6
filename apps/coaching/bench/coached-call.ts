import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { GoldCall } from './read-gold-calls.ts';

export interface CoachedCall {
  call: GoldCall;
  transcript: Transcript;
  analysis: RecordingAnalysis;
}

/** So many of so many. */
export interface Share {
  hits: number;
  of: number;
}

/** Notes what the coach missed in a call. */
export type Note = (call: CoachedCall, what: string) => void;

/** Turns that the quotes of a claim stand in. */
export function turnsOf({ analysis }: CoachedCall, claimId: string): number[] {
  const evidence = (analysis.evidence ?? []).filter(({ claim_id }) => claim_id === claimId);
  return [...new Set(evidence.map(({ segment_index }) => segment_index))];
}

export function newShare(): Share {
  return { hits: 0, of: 0 };
}

export function count(share: Share, isHit: boolean): void {
  share.of++;
  if (isHit) share.hits++;
}

export function share<T>(all: readonly T[], isHit: (one: T) => boolean): Share {
  return { hits: all.filter(isHit).length, of: all.length };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
