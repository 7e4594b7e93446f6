import type { RatingCriterion } from '@debrief/contracts/resources/analysis';
import type { RubricIndicator } from '../../rubric.ts';
import type { Quote } from '../evidence/claim.ts';
import type { Finding } from './indicator.ts';

export interface ScoredIndicator {
  indicator: RubricIndicator;
  finding: Finding;
}

export interface ScoredCriterion {
  criterion: RatingCriterion;
  indicators: readonly ScoredIndicator[];
  /** What the granted points rest on; where none were granted, where they were called for. */
  quotes: readonly Quote[];
}

export interface Rating {
  outcome: number;
  reasoning: string;
  criteria: readonly ScoredCriterion[];
}
