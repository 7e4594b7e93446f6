import type { Sign } from './disc-scores.ts';
import type { DatedQuote } from './signal-input.ts';

/** An agent who differs by less than this from what is usual is not said to differ. */
export const NOTABLE = 0.5;

const units = { sentences: 'in 100 sentences', words: 'in 100 words' } as const;

/** `12 open questions (4.1 in 100 sentences; 2.2 is usual)` */
export function heard({ indicator, count, rate, usual }: Sign): string {
  if (indicator.of === 'all_words')
    return `${Math.round(rate)} % of the words (${Math.round(usual)} % is usual)`;
  const [one, several] = indicator.noun;
  if (count === 0) return `no ${several} (${figure(usual)} ${units[indicator.of]} is usual)`;
  const compared = `${figure(rate)} ${units[indicator.of]}; ${figure(usual)} is usual`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several} (${compared})`;
}

/** `4.1 in 100 sentences; 2.2 is usual` */
export function per({ indicator, rate, usual }: Sign): string {
  if (indicator.of === 'all_words')
    return `${Math.round(rate)} % of the words; ${Math.round(usual)} % is usual`;
  return `${figure(rate)} ${units[indicator.of]}; ${figure(usual)} is usual`;
}

function figure(rate: number): string {
  return rate === 0 ? 'none' : rate.toFixed(rate < 10 ? 1 : 0);
}

/** What stands out most first; of equals the one that the list has first. */
export function bySize(a: Sign, b: Sign): number {
  return Math.abs(b.distance) - Math.abs(a.distance);
}

/** `a, b and c` */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(parts);
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

/** Follows a full stop; empty where nothing shows it. */
export function forExample(quote: DatedQuote | undefined): string {
  if (quote === undefined) return '';
  return ` For example: "${quote.text.replaceAll('"', "'")}" (${quote.day}).`;
}
