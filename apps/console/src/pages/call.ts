import type { OutputOf } from '@debrief/contracts/define';
import { CALL_NOT_FOUND, DebriefError, ROUTE_NOT_FOUND, TRANSCRIPT_REMOVED } from '@debrief/contracts/errors';
import { listMarkedClaims } from '@debrief/contracts/operations/claims';
import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { getCorrections } from '@debrief/contracts/operations/corrections';
import { getCallOverview, getTranscript, retryCall } from '@debrief/contracts/operations/ingest';
import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import type { CallOverview } from '@debrief/contracts/resources/call';
import { isUuid } from '@debrief/contracts/text';
import type { ConsoleDeps, Pages } from '../console-deps.ts';
import { duration, time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, empty, heading } from '../html/parts.ts';
import { formToken } from '../http/form-tokens.ts';
import { cookieRules } from '../session/cookies.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { coachingCards, howItWasJudged, resultCards } from './call-analysis.ts';
import { findAudio } from './call-audio.ts';
import { contesting } from './call-claims.ts';
import { playerOf, soundCard } from './call-sound.ts';
import { followed, outcomesOf, progressOf, ratingOf, stateOf } from './call-state.ts';
import { transcriptCard } from './call-transcript.ts';
import { helpFor } from './failure-words.ts';

export const callPage: Pages = (server, deps) => {
  const send = pageSender(deps);
  const cookies = cookieRules(deps.config.WEB_APP_URL);
  server.get('/calls/:id', async (request, reply) => {
    const visitor = visitorOf(request);
    const { id } = request.params as { id: string };
    // What is no id is no call either.
    if (!isUuid(id)) throw new DebriefError(ROUTE_NOT_FOUND);
    const overview = await visitor.ask(getCallOverview, { by: 'id', value: id }).catch(notFound);
    const zone = zoneOf(request.cookies.zone);
    const corrections = await visitor.ask(getCorrections, { recording_id: id }).catch(notFound);
    const moving = followed(
      { url: request.url, id: 'call', progress: `/calls/${id}/progress` },
      progressOf([overview]),
    );
    const token = formToken(cookies, request, reply);
    const body = await callBody({ visitor, deps, overview, corrections, zone, token });
    const content = html`<div${moving.around}><div${moving.part}>${body}</div></div>`;
    return send(request, reply, {
      title: titleOf(overview),
      content,
      scripts: ['progress.js', 'wavesurfer.js', 'player.js'],
    });
  });

  server.post('/calls/:id/retry', async (request, reply) => {
    const { id } = request.params as { id: string };
    if (!isUuid(id)) throw new DebriefError(ROUTE_NOT_FOUND);
    await visitorOf(request).ask(retryCall, { by: 'id', value: id }).catch(notFound);
    return reply.redirect(`/calls/${id}`, 303);
  });
};

interface View {
  visitor: Visitor;
  deps: ConsoleDeps;
  overview: CallOverview;
  corrections: OutputOf<typeof getCorrections>;
  zone: string;
  token: Html;
}

/** A call of another integration, or of another agent, is as little there as one that never was. */
function notFound(error: unknown): never {
  const isMissing = error instanceof DebriefError && error.definition.code === CALL_NOT_FOUND.code;
  throw isMissing ? new DebriefError(ROUTE_NOT_FOUND) : error;
}

function titleOf({ user_name, contact_name }: CallOverview): string {
  return `${user_name} with ${contact_name}`;
}

async function callBody(view: View): Promise<Html> {
  const { visitor, overview, zone, token } = view;
  if (overview.status === 'COMPLETED') return completed(view);
  const head = header(overview, null, { zone });
  if (overview.status === 'FAILED') {
    const { error, call } = overview;
    const next =
      error?.retryable === true
        ? html`<form method="post" action="/calls/${call.id}/retry">${token}<p>${helpFor(error)} It may work now.</p>
<button class="btn btn-primary">Try again</button></form>`
        : html`Trying again cannot help. ${error !== null && helpFor(error)}`;
    return html`${head}${empty(error?.message ?? 'Processing failed', next)}${eraseLink(visitor, call.id)}`;
  }
  return html`${head}<div class="card"><div class="card-body" aria-live="polite">
<p>This recording is being worked on.<span class="needs-script"> Its coaching appears here by itself.</span><noscript> Reload the page to see how far it is.</noscript></p>${stateOf(overview)}</div></div>${eraseLink(visitor, overview.call.id)}`;
}

async function completed({ visitor, deps, overview, corrections, zone, token }: View): Promise<Html> {
  const { id } = overview.call;
  const [analysis, transcript, audio, marked] = await Promise.all([
    visitor.ask(getAnalysis, { recording_id: id }),
    visitor.ask(getTranscript, { kind: 'call', by: 'id', value: id }).catch(removed),
    findAudio(visitor, deps, id),
    visitor.ask(listMarkedClaims, { recording_id: id }),
  ]);
  const correctAt = visitor.isAtLeast('admin') ? `/calls/${id}/correct` : null;
  const shown = { hasSound: audio !== null, corrections, correctAt };
  const contest = contesting(id, marked.data, token);
  const seconds = audio?.duration_seconds ?? transcript?.duration_seconds;
  return html`${header(overview, analysis, { zone, seconds })}${overview.is_judged_again ? judgedAgain() : !corrections.is_judged && judgedBefore(id, token)}
${resultCards(analysis, transcript, contest)}${soundCard(analysis, transcript, audio)}
<div class="row"><div class="col-lg-7">${coachingCards(analysis, transcript, contest)}</div>
<div class="col-lg-5">${transcriptCard(transcript, shown)}</div></div>
${howItWasJudged(analysis, transcript)}${eraseLink(visitor, id)}${playerOf(id, audio)}`;
}

function judgedAgain(): Html {
  return html`${alertOf(['This call is being coached again. Until then its coaching is that of before.'], 'info')}
<noscript><p>Reload the page to see the new one.</p></noscript>`;
}

/** Its coaching failed for good after a correction, and rests on what is no longer in the transcript. */
function judgedBefore(id: string, token: Html): Html {
  return html`<div class="alert alert-danger" role="alert"><div>
<p>This call was corrected, and could not be coached again: summary, rating and quotes are of the words before.</p>
<form method="post" action="/calls/${id}/retry">${token}<button class="btn">Coach it again</button></form>
<p class="mb-0 mt-2">Where that fails again, your operator finds the reason in the log of coaching.</p></div></div>`;
}

/** The texts are kept for as long as the integration says. */
function removed(error: unknown): null {
  if (error instanceof DebriefError && error.definition.code === TRANSCRIPT_REMOVED.code) return null;
  throw error;
}

function eraseLink(visitor: Visitor, id: string): Html | null {
  return visitor.isAtLeast('admin')
    ? html`<p class="mt-2"><a href="/calls/${id}/erase">Erase this call…</a></p>`
    : null;
}

/** `seconds`: as long as the sound is, where it was heard; before that as long as the submission says. */
function header(
  overview: CallOverview,
  analysis: AnalysisBody | null,
  { zone, seconds = overview.call.duration }: { zone: string; seconds?: number | undefined },
): Html {
  const { call, occurred_at, ai_category } = overview;
  const direction = call.incoming === null ? null : call.incoming ? 'Inbound' : 'Outbound';
  const facts = [
    direction,
    duration(seconds),
    `Category: ${ai_category}`,
    call.stage && `Stage: ${call.stage}`,
  ];
  return html`${heading(titleOf(overview))}
<div class="card mb-3"><div class="card-body call-facts">
<div>${time(occurred_at, zone)}<div class="text-secondary">${facts.filter(Boolean).join(' · ')}</div></div>
<div>${analysis !== null && outcomesOf(analysis.disposition.outcomes)}</div>
<div class="call-rating">${ratingOf(overview, analysis?.rating?.outcome ?? null)}</div>
<div><a href="/calls?contact=${call.contact_id}">All calls with this contact</a><br>
<a href="/insights?who=contact:${call.contact_id}">Insights of this contact</a></div>
</div></div>`;
}
