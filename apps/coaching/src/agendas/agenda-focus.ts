import type { Cadence } from '@debrief/contracts/resources/access';
import type { CallFacts } from '../facts/call-facts.ts';
import {
  type CriterionSummary,
  LEAST_CALLS,
  STRONG,
  summarizeCriteria,
} from '../facts/summarize-criteria.ts';
import { whatToImprove } from '../facts/what-to-improve.ts';
import { lengthName } from '../facts/wording.ts';
import type { LastAgenda } from './follow-up.ts';

const IMPROVEMENTS = 2;

/** Something to improve. */
export interface Focus {
  readonly criterion: CriterionSummary;
  /** What it is summarized from. */
  readonly calls: readonly CallFacts[];
  /** Says so where these are not the calls of the period alone. */
  readonly since?: string;
}

interface Input {
  readonly cadence: Cadence;
  readonly calls: readonly CallFacts[];
  readonly callsBefore: readonly CallFacts[];
  readonly last: LastAgenda | null;
}

/**
 * What costs an agent most in the calls of a period. Where these show one such thing or none, what they show in calls too
 * few is looked for in them and in those of the period before. What they show,
 * fully met, is left out: it is better now. So is what the last agenda told: its follow-up comes back to it.
 */
export function agendaFocus(
  { cadence, calls, callsBefore, last }: Input,
  criteria: readonly CriterionSummary[],
): Focus[] {
  const now = whatToImprove(calls, criteria).map((criterion) => ({ criterion, calls }));
  if (now.length >= IMPROVEMENTS || callsBefore.length === 0) return now.slice(0, IMPROVEMENTS);
  const both = [...callsBefore, ...calls];
  const seen = (id: string) =>
    now.some(({ criterion }) => criterion.id === id) ||
    last?.content.improvements.some(({ criterion_id }) => criterion_id === id) === true ||
    criteria.some((one) => one.id === id && one.share === 1);
  const longer = whatToImprove(both, summarizeCriteria(both))
    .filter(({ id, calls: count, share }) => !seen(id) && count >= LEAST_CALLS && share < STRONG)
    .map((criterion) => ({
      ...{ criterion, calls: both },
      since: `Together with the ${lengthName[cadence]} before`,
    }));
  return [...now, ...longer].slice(0, IMPROVEMENTS);
}
