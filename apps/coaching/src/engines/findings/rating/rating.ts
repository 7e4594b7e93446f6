import type { RatingCriterion } from '@debrief/contracts/resources/analysis';
import type { RubricIndicator } from '@debrief/contracts/resources/rubric';
import type { Stretch } from '../../conversation/conversation.ts';
import type { Finding } from './indicator.ts';

export interface ScoredIndicator {
  indicator: RubricIndicator;
  finding: Finding;
}

export interface ShownIndicator {
  indicator: string;
  stretch: Stretch;
}

export interface ScoredCriterion {
  criterion: RatingCriterion;
  indicators: readonly ScoredIndicator[];
  /** Lines that show by themselves what points were granted for; none where only the whole call does. */
  shown: readonly ShownIndicator[];
}

export interface Rating {
  outcome: number;
  reasoning: string;
  criteria: readonly ScoredCriterion[];
}
