import type { InputOf, OutputOf } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import { getAnalysisOverview } from '@debrief/contracts/operations/coaching';
import { getCallOverview, getTranscript, listCallOverviews } from '@debrief/contracts/operations/ingest';
import { getOwnRubric, setOwnRubrics, tryOwnRubric } from '@debrief/contracts/operations/rubrics';
import type { TranscriptView } from '@debrief/contracts/resources/transcript';
import { isUuid } from '@debrief/contracts/text';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, card, heading, select, textOf } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { asNotFound } from './addresses.ts';
import { faultsOf } from './judging.ts';

/** A rubric of fifty criteria with all their texts, as forms encode it. */
const BODY_LIMIT_BYTES = 500_000;
const CALLS_MAX = 20;

type Tried = OutputOf<typeof tryOwnRubric>;
type TriedCall = NonNullable<InputOf<typeof tryOwnRubric>['call']>;

const template = {
  name: 'first-talk',
  title: 'First talk',
  extends: 'general-sales',
  criteria: [{ id: 'discovery', weight: 5 }],
};

/** One rubric as it judges, as it was set, and what it would make of a stored call. */
export const rubricPages: Pages = (server, deps) => {
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  const send = pageSender(deps);

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    o: { name: string | null; text?: string; done?: string; faults?: string[]; tried?: Html | null },
  ): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const known =
      o.name === null ? null : await visitor.ask(getOwnRubric, { name: o.name }).catch(asNotFound);
    const calls = await visitor.ask(listCallOverviews, {
      ...{ limit: CALLS_MAX, sort: 'desc', status: 'COMPLETED' },
    });
    const zone = zoneOf(request.cookies.zone);
    const choices = calls.data.map(({ call, user_name, contact_name, occurred_at }) => ({
      value: call.id,
      name: `${user_name} with ${contact_name}, ${time(occurred_at, zone).text.replace(/<[^>]+>/g, '')}`,
    }));
    const title = known?.rubric.title ?? 'A new rubric';
    const text = o.text ?? JSON.stringify(known?.content ?? template, null, 2);
    const form = html`<form class="card-body" method="post" action="/settings/judging/rubrics">${formToken(cookies, request, reply)}
<input type="hidden" name="shown" value="${o.name}">
<p>A rubric that <code>extends</code> another says only how it differs from it. One under the name of a built-in one takes its place. <a href="#what">What it can say</a>.</p>
<label class="form-label" for="rubric">The rubric, as JSON</label>
<textarea class="form-control font-monospace mb-3" id="rubric" name="rubric" rows="18" spellcheck="false" required>${text}</textarea>
${choices.length > 0 && select('call', 'Try it on this call', choices, textOf(request.body, 'call'))}
<button class="btn" name="do" value="try">${choices.length > 0 ? 'Try it' : 'Look for faults'}</button> <button class="btn btn-primary" name="do" value="set">Use it from now on</button></form>`;
    const content = html`${heading(title)}<p><a href="/settings/judging">All rubrics</a></p>
${alertOf(o.faults ?? [])}${o.done !== undefined && alertOf([o.done], 'success')}${o.tried}
${card('As it is set', form)}${known !== null && card('As it judges', criteriaOf(known))}${card('What it can say', help, 'what')}`;
    return send(request, reply, { title, content, status: (o.faults ?? []).length > 0 ? 422 : 200 });
  }

  server.get('/settings/judging/rubrics/:name', async (request, reply) => {
    visitorOf(request).requireRole('admin');
    const { name } = request.params as { name: string };
    return show(request, reply, { name: name === 'new' ? null : name });
  });

  server.post('/settings/judging/rubrics', { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const text = textOf(request.body, 'rubric') ?? '';
    const name = textOf(request.body, 'shown') || null;
    const again = (o: Omit<Parameters<typeof show>[2], 'name' | 'text'>) =>
      show(request, reply, { name, text, ...o });
    const rubric = parsed(text);
    if (rubric instanceof SyntaxError) return again({ faults: [`This is not JSON: ${rubric.message}.`] });
    if (textOf(request.body, 'do') === 'set') {
      const stored = await visitor.ask(setOwnRubrics, { rubrics: [rubric] }).catch(faultsOf);
      if (Array.isArray(stored)) return again({ faults: stored });
      const done = 'Calls are judged by it from now on. Your operator can have earlier ones judged again.';
      return show(request, reply, { name: stored.data[0]?.name ?? name, done });
    }
    const id = textOf(request.body, 'call') ?? '';
    const call = isUuid(id) ? await callToTry(visitor, id) : null;
    const tried = await visitor.ask(tryOwnRubric, { rubric, call }).catch(outOfTime);
    if (typeof tried === 'string') return again({ faults: [tried] });
    if (tried.faults.length > 0) return again({ faults: tried.faults });
    if (tried.judged === null) return again({ done: 'It has no fault.' });
    const before = await visitor.ask(getAnalysisOverview, { recording_id: id }).catch(asNotFound);
    return again({ tried: judged(tried, before) });
  });
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

/** It waits its turn behind calls that are being coached. */
function outOfTime(error: unknown): string {
  if (error instanceof DebriefError && error.definition.code === TIMED_OUT.code)
    return 'The coach has too much to do at the moment to try it. Try again in a minute.';
  throw error;
}

/** Null where its transcript was removed. */
async function callToTry(visitor: Visitor, id: string): Promise<TriedCall | null> {
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

function judged({ judged: now }: Tried, before: OutputOf<typeof getAnalysisOverview>): Html | null {
  if (now === null) return null;
  const rating = (value: number | null | undefined) =>
    value == null ? 'Not rated' : `${value.toFixed(1)} of 5`;
  const rows = now.criteria.map(
    ({ title, applicable, score, potential_score, reasoning }) =>
      html`<tr><th scope="row">${title}</th><td data-label="Points">${applicable ? `${points(score)} of ${points(potential_score)}` : 'not judged'}</td>
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

function criteriaOf({ rubric, state }: OutputOf<typeof getOwnRubric>): Html {
  const items = rubric.criteria.map(
    ({
      id,
      title,
      weight,
      indicators,
    }) => html`<li><strong>${title}</strong> (<code>${id}</code>), weight ${weight}
<div class="text-secondary">${indicators.map(({ heard, points: most }) => `${heard} (${most})`).join('; ')}</div></li>`,
  );
  return html`<div class="card-body"><p>${state.built_in ? 'Built in' : 'Your own'}, <code>${state.name}@${state.version}</code>. ${state.categories.length > 0 && `It judges: ${state.categories.join(', ')}.`}</p><ul class="claims">${items}</ul></div>`;
}

const help = html`<div class="card-body"><dl class="facts">
<dt><code>extends</code></dt><dd>The rubric that this one differs from; criteria are matched by <code>id</code>, their indicators by name.</dd>
<dt><code>without</code></dt><dd>Ids of criteria that it leaves out; inside a criterion, indicators.</dd>
<dt><code>weight</code></dt><dd>A criterion’s share of the rating, against that of the others.</dd>
<dt><code>disposition_labels</code></dt><dd>What outcomes are called; easier to change under <a href="/settings/judging#labels">What outcomes are called</a>.</dd>
<dt><code>focus</code></dt><dd>What the team works on in a month: <code>[{ "month": "2026-12", "criterion": "listening" }]</code>.</dd></dl></div>`;
