import type { Digits } from './spoken-digits.ts';

export const CARD_NUMBER = '[card number]';
export const SECURITY_CODE = '[security code]';

/** A stretch of a segment's text and what stands there instead. */
export interface Removed {
  readonly segment: number;
  readonly start: number;
  readonly end: number;
  readonly mark: typeof CARD_NUMBER | typeof SECURITY_CODE;
}

/** One stretch in each segment: all from the first to the last of these words. */
export function marked(words: readonly Digits[], mark: Removed['mark']): Removed[] {
  return [...Map.groupBy(words, ({ segment }) => segment)].map(([segment, own]) => ({
    segment,
    start: Math.min(...own.map(({ start }) => start)),
    end: Math.max(...own.map(({ end }) => end)),
    mark,
  }));
}

/** Stretches that meet become one; a number wins over a code. */
export function withMarks(text: string, removed: readonly Removed[]): string {
  const merged: Removed[] = [];
  for (const one of removed.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || one.start >= last.end) merged.push(one);
    else
      merged[merged.length - 1] = {
        ...last,
        end: Math.max(last.end, one.end),
        mark: [last.mark, one.mark].includes(CARD_NUMBER) ? CARD_NUMBER : SECURITY_CODE,
      };
  }
  return merged.reduceRight(
    (left, { start, end, mark }) => `${left.slice(0, start)}${mark}${left.slice(end)}`,
    text,
  );
}
