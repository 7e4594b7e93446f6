import type { SignalInput } from './signal-input.ts';
import { forExample } from './signal-words.ts';

/** Fewer objections say nothing about how somebody meets them. */
const ENOUGH = 8;
const USUALLY = 0.6;
const MOSTLY = 0.5;
/** As often as any other way. */
const FAR_MORE = 2.5;

/** How the agent meets objections, by what came after each. */
export function conflictStyle({ name, indicators, quotes }: SignalInput): string {
  const all = indicators.objections ?? 0;
  if (Math.round(all) < ENOUGH)
    return `Too few objections were heard clearly to say how ${name} meets resistance.`;
  const acknowledged = indicators.objections_acknowledged ?? 0;
  const explored = indicators.objections_explored ?? 0;
  const answered = indicators.objections_answered ?? 0;
  const [manner, shown] =
    acknowledged / all >= USUALLY
      ? (['usually shows that an objection was heard', 'objections_acknowledged'] as const)
      : explored / all >= USUALLY
        ? (['usually asks back when something is objected', 'objections_explored'] as const)
        : answered / all >= MOSTLY && answered >= FAR_MORE * Math.max(acknowledged, explored)
          ? (['mostly answers an objection without acknowledging it first', 'objections_answered'] as const)
          : (acknowledged + explored + answered) / all <= USUALLY
            ? (['often passes over an objection', null] as const)
            : (['meets objections now in one way and now in another', null] as const);
  const rest = acknowledged + explored + answered < all - 0.5 ? ', and of the others it is not clear' : '';
  return (
    `${name} ${manner}: of about ${Math.round(all)} objections that were heard ${some(acknowledged)} ${were(acknowledged)} clearly acknowledged, ` +
    `${some(explored)} asked about and ${some(answered)} answered${rest}.${shown === null ? '' : forExample(quotes[shown])}`
  );
}

function were(count: number): string {
  return Math.round(count) < 2 ? 'was' : 'were';
}

function some(count: number): string {
  return Math.round(count) === 0 ? 'none' : String(Math.round(count));
}
