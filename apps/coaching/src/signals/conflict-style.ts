import { areMostlyPassedOver } from '../facts/objections-met.ts';
import type { SignalInput } from './signal-input.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 5;
const USUALLY = 0.6;

/** How the agent meets objections, by the whole of what was said next to each that was clear. */
export function conflictStyle({ name, indicators }: SignalInput): string {
  const clear = indicators.objections_clear ?? 0;
  const taken = indicators.objections_taken_up ?? 0;
  const passed = indicators.objections_passed_over ?? 0;
  if (clear < ENOUGH) return `Too few objections were heard clearly to say how ${name} meets resistance.`;
  const manner = areMostlyPassedOver(clear, passed)
    ? 'often goes on without a word that an objection was heard'
    : taken >= USUALLY * clear
      ? 'usually shows that an objection was heard, or asks about it'
      : 'meets objections now in one way and now in another';
  const rest = taken + passed < clear ? ', and of the others it is not clear' : '';
  return `${name} ${manner}: of ${clear} that were heard clearly, ${taken} ${taken === 1 ? 'was' : 'were'} acknowledged or asked about and ${passed} ${passed === 1 ? 'was' : 'were'} not${rest}.`;
}
