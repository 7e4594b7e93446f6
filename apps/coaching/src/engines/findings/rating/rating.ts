import type { RatingCriterion } from '@debrief/contracts/resources/analysis';
import type { Stretch } from '../../conversation/conversation.ts';
import type { RubricIndicator } from '../../rubric.ts';
import type { Finding } from './indicator.ts';

export interface ScoredIndicator {
  indicator: RubricIndicator;
  finding: Finding;
}

export interface ScoredCriterion {
  criterion: RatingCriterion;
  indicators: readonly ScoredIndicator[];
  /** What the granted points rest on; where none were granted, where they were called for. */
  shown: readonly Stretch[];
}

export interface Rating {
  outcome: number;
  reasoning: string;
  criteria: readonly ScoredCriterion[];
}
