import type { SignalInput } from './signal-input.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 5;
/** What was surely done less often may have been chance. */
const REPEATED = 2;

/**
 * How the agent meets objections, by the whole of what was said next to each that was clear. Without numbers: only about half of
 * all objections are heard, so that a count is less than who listens to the calls finds.
 */
export function conflictStyle({ name, indicators }: SignalInput): string {
  const clear = indicators.objections_clear ?? 0;
  const taken = indicators.objections_taken_up ?? 0;
  const passed = indicators.objections_passed_over ?? 0;
  const takesUp = `acknowledges an objection or asks about it`;
  const passesOver = `answers an objection before anything shows that it was heard`;
  const told = [
    { count: taken, text: takesUp },
    { count: passed, text: passesOver },
  ]
    .filter(({ count }) => count >= REPEATED)
    .toSorted((a, b) => b.count - a.count)
    .map(({ text }) => text);
  if (clear < ENOUGH || told.length === 0)
    return `There is too little yet to say how ${name} meets objections.`;
  return `At times ${name} ${told.join(', and at times ')}.`;
}
