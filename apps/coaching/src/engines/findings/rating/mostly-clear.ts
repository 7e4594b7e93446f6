import type { RatingCriterion } from '@debrief/contracts/resources/analysis';

/** Whether half of what a criterion looks for is clear in a call: less says nothing of it as a whole. */
export function isMostlyClear({
  applicable,
  potential_score,
  // Analyses stored before had nothing unclear.
  unclear_points = 0,
}: Pick<RatingCriterion, 'applicable' | 'potential_score'> & { unclear_points?: number }): boolean {
  return applicable && potential_score > 0 && potential_score >= unclear_points;
}
