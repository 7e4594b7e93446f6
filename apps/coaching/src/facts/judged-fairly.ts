/** Of a criterion of a call. */
interface Judged {
  readonly score: number;
  readonly potential: number;
  readonly share: number;
  readonly indicators: readonly string[];
  readonly missed: readonly { readonly indicator: string; readonly points: number }[];
}

/** Kinds of advice on a call with somebody who wanted no more calls, and was not let go. */
export function isOptOut(kind: string): boolean {
  return kind === 'opt_out_obstructed' || kind === 'opt_out_ignored';
}

/** Who wants no calls wants no better ones: such a call is judged by its fairness alone. */
export function isOfFairness({ indicators }: Pick<Judged, 'indicators'>): boolean {
  return indicators.includes('stayed_fair') || indicators.includes('respected_no');
}

/** Of a call in which open questions may have been asked. */
export function withoutMissedQuestions<T extends Judged>(criterion: T): T[] {
  const { missed, indicators, score } = criterion;
  const unclear = missed.find(({ indicator }) => indicator === 'asked_open_questions');
  if (unclear === undefined) return [criterion];
  const potential = criterion.potential - unclear.points;
  if (potential <= 0) return [];
  return [
    {
      ...{ ...criterion, potential, share: score / potential },
      missed: missed.filter((one) => one !== unclear),
      indicators: indicators.filter((one) => one !== unclear.indicator),
    },
  ];
}
