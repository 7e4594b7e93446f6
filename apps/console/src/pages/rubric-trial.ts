import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import { getAnalysisOverview } from '@debrief/contracts/operations/coaching';
import { getCallOverview, getTranscript, listCallOverviews } from '@debrief/contracts/operations/ingest';
import { tryOwnRubric } from '@debrief/contracts/operations/rubrics';
import type { Category } from '@debrief/contracts/resources/access';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { isUuid } from '@debrief/contracts/text';
import type { FastifyRequest } from 'fastify';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { type Choice, card, select, textOf } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound } from './addresses.ts';

type Tried = OutputOf<typeof tryOwnRubric>;
type TriedCall = NonNullable<InputOf<typeof tryOwnRubric>['call']>;

const CALLS_MAX = 20;

/** The newest calls, for what can be tried on one. */
export async function callChoices(request: FastifyRequest): Promise<Choice[]> {
  const { data } = await visitorOf(request).ask(listCallOverviews, {
    ...{ limit: CALLS_MAX, sort: 'desc', status: 'COMPLETED' },
  });
  const zone = zoneOf(request.cookies.zone);
  return data.map(({ call, user_name, contact_name, occurred_at }) => ({
    value: call.id,
    name: `${user_name} with ${contact_name}, ${time(occurred_at, zone).text.replace(/<[^>]+>/g, '')}`,
  }));
}

/** Which of them; null where there is none. `name`: one of its own for each form of a page. */
export function callField(name: string, calls: readonly Choice[], body: unknown): Html | null {
  return calls.length === 0 ? null : select(name, 'Try it on this call', calls, textOf(body, name));
}

/** What a page shows of a trial. */
export interface Trial {
  tried?: Html | null;
  done?: string;
  faults?: string[];
  status?: number;
}

/** Nothing is stored by it. */
export async function tryOn(
  visitor: Visitor,
  o: InputOf<typeof tryOwnRubric> & { id: string },
): Promise<Trial> {
  const { id, ...given } = o;
  const { category } = given;
  const tried = await visitor.ask(tryOwnRubric, given).catch(outOfTime);
  if (typeof tried === 'string') return { faults: [tried], status: 503 };
  // It has judged by what was set, whatever the category.
  if (category !== undefined && tried.judged_by === undefined) return { faults: [older], status: 503 };
  if (tried.faults.length > 0) return { faults: tried.faults };
  if (tried.judged === null) return { done: isUuid(id) ? `${noFault} ${removed}` : noFault };
  const [before, { user_name, contact_name }] = await Promise.all([
    visitor.ask(getAnalysisOverview, { recording_id: id }).catch(asNotFound),
    visitor.ask(getCallOverview, { by: 'id', value: id }).catch(asNotFound),
  ]);
  const name = html`<a href="/calls/${id}">${user_name} with ${contact_name}</a>`;
  const by = category === undefined ? 'With the new rubric' : 'With these settings';
  const about = tried.judged_by && category !== undefined && judgedBy(tried.judged_by, category);
  return { tried: judged(tried.judged, before, { name, by, about: about || null }) };
}

const noFault = 'It has no fault.';
const older =
  'Nothing is tried while Debrief is being upgraded: the coach is still of an older version. Try again in a few minutes.';
const removed = 'The transcript of this call was removed: try it on another one.';

/** It waits its turn behind calls that are being coached. */
function outOfTime(error: unknown): string {
  if (error instanceof DebriefError && error.definition.code === TIMED_OUT.code)
    return 'The coach has too much to do at the moment to try it. Try again in a minute.';
  throw error;
}

/** Null where none is chosen, or its transcript was removed. */
export async function callToTry(visitor: Visitor, id: string): Promise<TriedCall | null> {
  if (!isUuid(id)) return null;
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

function judged(
  now: NonNullable<Tried['judged']>,
  before: OutputOf<typeof getAnalysisOverview>,
  { name, by, about }: { name: Html; by: string; about: Html | null },
): Html {
  const rating = (value: number | null | undefined) =>
    value == null ? 'Not rated' : `${value.toFixed(1)} of 5`;
  const [outcome, present] = [now.outcomes, before?.outcomes ?? []].map((one) => one.join(', ') || 'None');
  const rows = now.criteria.map(
    ({ title, applicable, score, potential_score, reasoning }) =>
      html`<tr><th scope="row">${title}</th><td data-label="Points"><span class="figure">${applicable ? `${points(score)} of ${points(potential_score)}` : 'not judged'}</span></td>
<td data-label="Why">${applicable && reasoning}</td></tr>`,
  );
  return trialCard(html`<div class="card-body"><dl class="facts"><dt>Call</dt><dd>${name}</dd>
<dt>Rating</dt><dd>${by} <strong>${rating(now.rating)}</strong>; before ${rating(before?.rating)}</dd>
<dt>Outcome</dt><dd>${outcome}${outcome !== present && `; before ${present}`}</dd>${about}<dt>By</dt><dd>${now.rubric_version}, and the built-in coach</dd></dl></div>
<div class="table-responsive"><table class="table card-table stacked"><caption class="visually-hidden">Criteria</caption>
<thead><tr><th scope="col">Criterion</th><th scope="col">Points</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table></div>`);
}

/** Coaching has chosen; the category says why. */
function judgedBy({ name, title }: NonNullable<Tried['judged_by']>, category: Category | null): Html {
  const said = category?.rubric === undefined ? 'names no rubric' : 'names one that does not exist';
  const why =
    category === null
      ? 'its category is none of yours'
      : `its category “${category.name}” ${category.rubric === name ? 'names it' : said}`;
  return html`<dt>Judged by</dt><dd><a href="/settings/judging/rubrics/${name}">${title}</a>: ${why}</dd>`;
}

export function trialCard(content: Html): Html {
  return card('What it makes of this call', content, 'tried');
}
