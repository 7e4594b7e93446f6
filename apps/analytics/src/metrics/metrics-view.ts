import type { Metrics } from '@debrief/contracts/resources/metrics';
import type { Question } from './counted-calls.ts';
import type { MeasuredCalls } from './measure-calls.ts';
import type { Window } from './metrics-window.ts';

/** Which definitions of docs/metrics.md the answers follow; a test compares it with the page. */
export const DEFINITIONS_VERSION = 1;

/** Echoes the bounds and filters as they were given. */
export function metricsView(question: Question, previous: Window, measured: MeasuredCalls): Metrics {
  const { date_gte, date_lte, source, stage, team, type } = question;
  const { calls, rating, conversation, before, diff_pct, outcomes, objections, trend } = measured;
  return {
    window: { date_gte, date_lte },
    filters: { source, stage, team, type },
    definitions_version: DEFINITIONS_VERSION,
    calls,
    rating: { average: rating.average, count: rating.count, distribution: distribution(rating) },
    outcomes,
    objections,
    conversation,
    previous_period: { ...previous, ...before, diff_pct },
    trend,
  };
}

function distribution({ count, counts }: MeasuredCalls['rating']): Metrics['rating']['distribution'] {
  if (count === 0) return [];
  return counts.map((ofRating, index) => ({ rating: index + 1, count: ofRating }));
}
