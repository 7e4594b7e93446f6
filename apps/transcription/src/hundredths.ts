/** As transcripts give times and how sure an engine is. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
