/** Cuts weighted values where the two sides differ most (Otsu 1979): true for those above. Null where all are equal. */
export function splitInTwo(values: readonly number[], weights: readonly number[]): boolean[] | null {
  const order = values
    .map((_, i) => i)
    .sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const moment = values.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);
  let weight = 0;
  let below = 0;
  let best = 0;
  let cut: number | null = null;
  for (const [place, i] of order.entries()) {
    const next = order[place + 1];
    if (next === undefined) break;
    weight += weights[i] as number;
    below += (values[i] as number) * (weights[i] as number);
    const between = (moment * weight - below * total) ** 2 / (weight * (total - weight));
    if (between > best && values[next] !== values[i]) {
      best = between;
      cut = values[i] as number;
    }
  }
  const highestBelow = cut;
  return highestBelow === null ? null : values.map((value) => value > highestBelow);
}
