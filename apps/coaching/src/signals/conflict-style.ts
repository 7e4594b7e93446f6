import type { SignalInput } from './signal-input.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 5;

/** How the agent meets objections, by the whole of what was said next to each that was clear. */
export function conflictStyle({ name, indicators }: SignalInput): string {
  const clear = indicators.objections_clear ?? 0;
  const taken = indicators.objections_taken_up ?? 0;
  const passed = indicators.objections_passed_over ?? 0;
  if (clear < ENOUGH) return `There is too little yet to say how ${name} meets objections.`;
  const left = clear - taken - passed;
  const counts = [
    `answered or passed over ${passed === 0 ? 'none' : passed} without a sign that it was heard`,
    `acknowledged or asked about ${taken === 0 ? 'none' : taken}`,
  ];
  const [first, second] = passed > taken ? counts : counts.toReversed();
  const rest = left === 0 ? '' : `; of ${left === 1 ? 'one' : left} it is not clear`;
  return `Of ${clear} objections that were looked at, ${name} ${first}, and ${second}${rest}.`;
}
