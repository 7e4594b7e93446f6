import type { Transcript } from '@debrief/contracts/resources/transcript';
import { bare, type Quote } from '../evidence/claim.ts';

/** `1:18`, as players show it. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}

export function startOf(transcript: Transcript, quote: Quote): number {
  return transcript.segments[quote.segment]?.start_time ?? 0;
}

export function quoted(quote: Quote): string {
  return `"${bare(quote)}"`;
}
