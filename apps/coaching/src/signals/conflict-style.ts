import type { SignalInput } from './signal-input.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 5;
/** So often more of one than of the other: who does both about as often does what everybody does. */
const MOSTLY = 2;
/** What was surely done less often may have been chance. */
const REPEATED = 3;

/**
 * How the agent mostly meets objections, by the whole of what was said next to each that was clear; empty where that is not
 * known. `At least`, because only about half of all objections are heard.
 */
export function conflictStyle({ name, calls, indicators }: SignalInput): string {
  const clear = indicators.objections_clear ?? 0;
  const taken = indicators.objections_taken_up ?? 0;
  const passed = indicators.objections_passed_over ?? 0;
  const often = Math.max(taken, passed);
  if (clear < ENOUGH || often < REPEATED || often < MOSTLY * Math.min(taken, passed)) return '';
  const met =
    taken > passed
      ? 'acknowledged an objection or asked about it before answering'
      : 'answered an objection before anything showed that it was heard';
  return `At least ${often} times in ${calls} calls ${name} ${met}.`;
}
