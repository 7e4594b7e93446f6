import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { OutcomeCode } from '../dispositions/outcome.ts';
import type { Claim, Quote } from '../evidence/claim.ts';
import type { Rating, ScoredIndicator } from '../rating/rating.ts';
import { clockTime, quoted, startOf } from './moment.ts';

const MOST = 4;

/**
 * What to do next time: the indicators that cost most, weighted as in the rating, at most one of a criterion and each
 * with the place in the call where it was called for.
 */
export function possibleImprovements(transcript: Transcript, rating: Rating, outcome: OutcomeCode): Claim[] {
  const losses = rating.criteria.flatMap(({ criterion, indicators }) => {
    const worst = indicators
      .filter(({ finding }) => finding.share < 1 && finding.where !== undefined)
      .filter(({ indicator }) => !indicator.not_after?.includes(outcome))
      .sort((a, b) => lost(b) - lost(a))[0];
    if (worst === undefined) return [];
    return [
      {
        scored: worst,
        cost: (criterion.weight * lost(worst)) / criterion.potential_score,
      },
    ];
  });
  return losses
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => b.cost - a.cost)
    .slice(0, MOST)
    .map(({ scored }) => improvement(transcript, scored));
}

function lost({ indicator, finding }: ScoredIndicator): number {
  return indicator.points * (1 - finding.share);
}

function improvement(transcript: Transcript, { indicator, finding }: ScoredIndicator): Claim {
  const quote = finding.where as Quote;
  const text = (indicator.improvement ?? '')
    .replaceAll('{time}', clockTime(startOf(transcript, quote)))
    .replaceAll('{quote}', quoted(quote));
  return { text, quotes: [quote] };
}
