import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import type { getAnalysisOverview } from '@debrief/contracts/operations/coaching';
import { getCallOverview, getTranscript } from '@debrief/contracts/operations/ingest';
import type { tryOwnRubric } from '@debrief/contracts/operations/rubrics';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound } from './addresses.ts';

type Tried = OutputOf<typeof tryOwnRubric>;
type TriedCall = NonNullable<InputOf<typeof tryOwnRubric>['call']>;

/** It waits its turn behind calls that are being coached. */
export function outOfTime(error: unknown): string {
  if (error instanceof DebriefError && error.definition.code === TIMED_OUT.code)
    return 'The coach has too much to do at the moment to try it. Try again in a minute.';
  throw error;
}

/** Null where its transcript was removed. */
export async function callToTry(visitor: Visitor, id: string): Promise<TriedCall | null> {
  const identifier = { by: 'id', value: id } as const;
  const [{ call, ai_category, occurred_at }, view] = await Promise.all([
    visitor.ask(getCallOverview, identifier).catch(asNotFound),
    visitor.ask(getTranscript, { kind: 'call', ...identifier }).catch((error: unknown) => {
      if (error instanceof DebriefError && error.definition.code === TRANSCRIPT_REMOVED.code) return null;
      return asNotFound(error);
    }),
  ]);
  if (view === null) return null;
  return {
    ...{ kind: 'call', incoming: call.incoming, occurred_at, category: ai_category },
    transcript: asHeard(view),
  };
}

/** Who is the agent of a segment is told by the name, as for readers. */
function asHeard({ call_id: _, segments, ...head }: TranscriptView): TriedCall['transcript'] {
  const { agent } = head.speakers;
  return {
    ...head,
    segments: segments.map(({ speaker, start_time, end_time, text }) => ({
      ...{ speaker, start_time, end_time, text, confidence: null },
      role: speaker === agent ? 'agent' : 'contact',
    })),
  };
}

const points = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

export function judged({ judged: now }: Tried, before: OutputOf<typeof getAnalysisOverview>): Html | null {
  if (now === null) return null;
  const rating = (value: number | null | undefined) =>
    value == null ? 'Not rated' : `${value.toFixed(1)} of 5`;
  const rows = now.criteria.map(
    ({ title, applicable, score, potential_score, reasoning }) =>
      html`<tr><th scope="row">${title}</th><td data-label="Points"><span class="figure">${applicable ? `${points(score)} of ${points(potential_score)}` : 'not judged'}</span></td>
<td data-label="Why">${applicable && reasoning}</td></tr>`,
  );
  return card(
    'What it makes of this call',
    html`<div class="card-body"><dl class="facts"><dt>Rating</dt><dd><strong>${rating(now.rating)}</strong>, now ${rating(before?.rating)}</dd>
<dt>Outcome</dt><dd>${now.outcomes.join(', ') || 'None'}</dd><dt>By</dt><dd>${now.rubric_version}, and the built-in coach</dd></dl></div>
<div class="table-responsive"><table class="table card-table stacked"><caption class="visually-hidden">Criteria</caption>
<thead><tr><th scope="col">Criterion</th><th scope="col">Points</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table></div>`,
    'tried',
  );
}
