import type { OutcomeCode } from '../findings.ts';
import labels from './outcome-labels.json' with { type: 'json' };

const known: Record<OutcomeCode, { label: string; words: string[] }> = labels;

const defaultLabels: readonly string[] = Object.values(known).map(({ label }) => label);

/**
 * The label an integration uses for an outcome: the same name in any writing, else the first that speaks of it by
 * one of the outcome's words. Null when its list has no such outcome: a label that does not fit is worse than none.
 */
export function labelFor(code: OutcomeCode, list: readonly string[] = defaultLabels): string | null {
  const { label, words } = known[code];
  const same = list.find((entry) => simplified(entry) === simplified(label));
  if (same !== undefined) return same;
  for (const word of words) {
    const spoken = list.find((entry) => ` ${simplified(entry)} `.includes(` ${word} `));
    if (spoken !== undefined) return spoken;
  }
  return null;
}

function simplified(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
