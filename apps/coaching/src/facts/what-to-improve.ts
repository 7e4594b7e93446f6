import type { CallFacts } from './call-facts.ts';
import { type CriterionSummary, gapsOf, roomsOf } from './summarize-criteria.ts';
import { advisedIn } from './telling-quotes.ts';

/**
 * What an agent should work on: the dearest gap first, then what a call of theirs got advice on, each advice once, then
 * what has most to gain. So what a whole team lacks does not stand alone on every agenda.
 */
export function whatToImprove(
  calls: readonly CallFacts[],
  criteria: readonly CriterionSummary[],
): CriterionSummary[] {
  const told = new Set<string>();
  const advised = criteria
    .toSorted((a, b) => b.weight - a.weight || a.id.localeCompare(b.id))
    .filter((criterion) => {
      const claims = advisedIn(calls, criterion).map(({ claim }) => claim);
      const isNew = claims.some((claim) => !told.has(claim));
      for (const claim of claims) told.add(claim);
      return isNew;
    });
  return [...new Set([...gapsOf(criteria), ...advised, ...roomsOf(criteria)])];
}
