import type { IndicatorResult, RatingCriterion } from '@debrief/contracts/resources/analysis';
import type { RubricIndicator } from '@debrief/contracts/resources/rubric';
import type { Stretch } from '../../conversation/conversation.ts';

/** One of which it is clear whether it was heard. */
export interface JudgedIndicator {
  indicator: RubricIndicator;
  result: IndicatorResult;
  /** Lines that show it by themselves. */
  plain: readonly Stretch[];
}

export interface ShownIndicator {
  indicator: string;
  stretch: Stretch;
}

export interface ScoredCriterion {
  criterion: RatingCriterion;
  indicators: readonly JudgedIndicator[];
  /** What may have been there or not. */
  unclear: readonly RubricIndicator[];
  /** Lines that show by themselves what points were granted for; none where only the whole call does. */
  shown: readonly ShownIndicator[];
}

export interface Rating {
  outcome: number;
  reasoning: string;
  criteria: readonly ScoredCriterion[];
}
