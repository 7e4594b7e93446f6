/** Sums as probabilities that add up to 1. */
export function softmax(sums: readonly number[]): number[] {
  const top = sums.reduce((high, sum) => Math.max(high, sum), Number.NEGATIVE_INFINITY);
  const powers = sums.map((sum) => Math.exp(sum - top));
  const all = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / all);
}
