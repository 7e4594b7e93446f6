import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import type { CriterionSummary } from '../facts/summarize-criteria.ts';
import { contactOf, dayName } from '../facts/wording.ts';
import { momentOf } from './agenda-questions.ts';
import type { Loss } from './what-it-cost.ts';

/** What is told of a single moment that went wrong, by its words and not by points. */
export function momentImprovement(
  { id, title, points, potential, missing }: CriterionSummary,
  { call, text, quote }: Loss,
  line: string,
): AgendaContent['improvements'][number] {
  const where = `missing in the call with ${contactOf(call)} on ${dayName(call.occurred_at)}`;
  return {
    ...{ criterion_id: id, criterion: title, title: `${title}: ${missing[0]?.phrase} (${where})` },
    text: `${text} You could say: “${line}”`,
    figures: { points, potential, calls: 1 },
    moments: [momentOf(call, quote)],
  };
}
