import type { Cadence } from '@debrief/contracts/resources/access';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import { agendaFocus, type Focus } from '../agendas/agenda-focus.ts';
import { agendaTitles } from '../agendas/agenda-titles.ts';
import type { CallFacts } from '../facts/call-facts.ts';
import { isWithoutDay } from '../facts/days-agreed.ts';
import type { Figures, PeriodFigures } from '../facts/list-calls.ts';
import { type CriterionSummary, LEAST_CALLS, summarizeCriteria } from '../facts/summarize-criteria.ts';
import { smallMiss } from '../facts/what-to-improve.ts';
import { ofAgent } from '../facts/wording.ts';

interface Input {
  readonly cadence: Cadence;
  readonly calls: readonly CallFacts[];
  readonly callsBefore: readonly CallFacts[];
  readonly callsEarlier?: readonly CallFacts[];
  readonly now: PeriodFigures;
  readonly before: PeriodFigures;
  readonly names: ReadonlyMap<string, string>;
}

/** The agents with the most calls first. */
export function agentLines({
  cadence,
  calls,
  callsBefore,
  callsEarlier = callsBefore,
  now,
  before,
  names,
}: Input): (Digest['agents'][number] & { task: string | undefined })[] {
  const byAgent = Map.groupBy(calls, ({ user_id }) => user_id);
  return [...now.agents]
    .map(([user_id, figures]) => {
      const own = byAgent.get(user_id) ?? [];
      const of = (some: readonly CallFacts[]) => some.filter((call) => call.user_id === user_id);
      const ownBefore = { callsBefore: of(callsBefore), callsEarlier: of(callsEarlier) };
      const given = { cadence, calls: own, ...ownBefore, last: null };
      const criteria = summarizeCriteria(own);
      // As many calls as an agenda is made of: the two say the same.
      const isEnough = figures.calls >= LEAST_CALLS;
      const [first] = isEnough ? agendaFocus(given, criteria) : [];
      const focus = first?.criterion;
      return {
        user_id,
        name: names.get(user_id) ?? own[0]?.agent ?? '',
        calls: figures.calls,
        average_rating: figures.average_rating,
        delta: deltaOf(figures, before.agents.get(user_id)),
        focus: !isEnough ? null : first === undefined ? withoutFocus(own, criteria) : focusOf(first),
        task: focus?.id,
      };
    })
    .sort((a, b) => b.calls - a.calls || a.name.localeCompare(b.name) || a.user_id.localeCompare(b.user_id));
}

function withoutFocus(calls: readonly CallFacts[], criteria: readonly CriterionSummary[]): string {
  if (isWithoutDay(calls)) return 'Next step: setting a day for it (heard in none of these calls)';
  const small = smallMiss(calls, criteria);
  return small === null
    ? 'Nothing in particular: nothing that was missed stood out'
    : `Only a small thing, ${ofAgent(small.phrase)} (missing on ${small.days})`;
}

/** As the agenda's title says it, with the days: two agents are not handed the same task. */
function focusOf(focus: Focus): string {
  const [title] = agendaTitles(focus.calls, focus.criterion, focus.passed);
  return ofAgent(title);
}

/** Null where one of the two averages would be of too few calls. */
export function deltaOf(now: Figures, before: Figures | undefined): number | null {
  if (before === undefined || now.rated < LEAST_CALLS || before.rated < LEAST_CALLS) return null;
  if (now.average_rating === null || before.average_rating === null) return null;
  return Math.round((now.average_rating - before.average_rating) * 100) / 100;
}
