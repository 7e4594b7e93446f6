export interface Interval {
  start: number;
  end: number;
}

/** Whole milliseconds from one time to another: 10 - 9.8 is less than 0.2 in floating point. */
export function millisecondsBetween(from: number, to: number): number {
  return Math.round((to - from) * 1000);
}

/** Seconds covered by at least one of the intervals. */
export function coveredSeconds(intervals: readonly Interval[]): number {
  let covered = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const interval of [...intervals].sort((a, b) => a.start - b.start)) {
    if (interval.end <= end) continue;
    covered += interval.end - Math.max(interval.start, end);
    end = interval.end;
  }
  return covered;
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
