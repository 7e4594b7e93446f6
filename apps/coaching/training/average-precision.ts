/** Mean precision over the ranks of the true ones: 1 where all of them come first. */
export function averagePrecision(rows: readonly { score: number; isTrue: boolean }[]): number {
  const ranked = [...rows].sort((a, b) => b.score - a.score);
  let found = 0;
  let sum = 0;
  ranked.forEach(({ isTrue }, i) => {
    if (!isTrue) return;
    found += 1;
    sum += found / (i + 1);
  });
  return found === 0 ? Number.NaN : sum / found;
}
