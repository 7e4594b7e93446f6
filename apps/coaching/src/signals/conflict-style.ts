import type { SignalInput } from './signal-input.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 5;
/** So often more of one than of the other: who does both about as often does what everybody does. */
const MOSTLY = 2;
/** What was surely done less often may have been chance. */
const REPEATED = 3;

/**
 * How the agent mostly meets objections, by the whole of what was said next to each that was clear; empty where that is not
 * known. Not how often: only about half of all objections are heard, and a number of these would read as all.
 */
export function conflictStyle(input: SignalInput): string {
  const way = wayOf(input);
  if (way === null) return '';
  return way === 'takes up'
    ? `When somebody objects, ${input.name} mostly shows first that it was heard, or asks about it, and then answers.`
    : `When somebody objects, ${input.name} mostly answers at once, before anything shows that it was heard.`;
}

export function passesOver(input: SignalInput): boolean {
  return wayOf(input) === 'passes over';
}

function wayOf({ indicators }: SignalInput): 'takes up' | 'passes over' | null {
  const clear = indicators.objections_clear ?? 0;
  const taken = indicators.objections_taken_up ?? 0;
  const passed = indicators.objections_passed_over ?? 0;
  const often = Math.max(taken, passed);
  if (clear < ENOUGH || often < REPEATED || often < MOSTLY * Math.min(taken, passed)) return null;
  return taken > passed ? 'takes up' : 'passes over';
}
