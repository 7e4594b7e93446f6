import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import {
  ownAnalyticsAudit,
  ownCoachingAudit,
  ownDirectoryAudit,
  ownIngestAudit,
} from '@debrief/contracts/operations/audit';
import { getOwnQueue, type IntegrationQueue } from '@debrief/contracts/operations/ingest-queue';
import type { Static } from '@sinclair/typebox';
import type { Pages } from '../console-deps.ts';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { badge, card, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import { waitingAfter } from './failure-words.ts';
import { findingsFor } from './health-findings.ts';

type Queue = Static<typeof IntegrationQueue>;

const services = [
  { trail: ownDirectoryAudit, name: 'Directory', holds: 'people, keys, contacts, invitations' },
  { trail: ownIngestAudit, name: 'Ingest', holds: 'recordings, transcripts, sound' },
  { trail: ownCoachingAudit, name: 'Coaching', holds: 'ratings, digests, agendas' },
  { trail: ownAnalyticsAudit, name: 'Analytics', holds: 'insights' },
] as const;

/** Whether the parts of Debrief answer, and what of the integration's waits for what. */
export const healthPages: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/settings/health', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('owner');
    const [answers, queue, findings] = await Promise.all([
      Promise.all(services.map(({ trail }) => unlessAway(visitor.ask(trail, { limit: 1 })))),
      unlessAway(visitor.ask(getOwnQueue, {})),
      findingsFor(visitor, deps),
    ]);
    const content = html`${heading('Health')}
${card('Parts of Debrief', parts(answers.map((answer) => answer !== null)))}
${card('How well it works', findings)}
${card('Recordings on their way', queue === null ? html`<p class="card-body mb-0">Ingest does not answer, so nothing is known of them. None is lost.</p>` : waiting(queue.queue, queue.counted_to))}
<p class="text-secondary">Programs, disks and workers of each machine your operator sees with <code>debrief doctor</code>, and all that waits with <code>debrief queue</code>.</p>`;
    return send(request, reply, { title: 'Health', content });
  });
};

/** Null: its service is away, which is what the page is for. */
async function unlessAway<T>(answer: Promise<T>): Promise<T | null> {
  const outages: string[] = [UNAVAILABLE.code, TIMED_OUT.code];
  return answer.catch((error: unknown) => {
    if (error instanceof DebriefError && outages.includes(error.definition.code)) return null;
    throw error;
  });
}

function parts(areThere: readonly boolean[]): Html {
  const items = services.map(
    ({ name, holds }, index) => html`<li class="list-group-item place"><div><strong>${name}</strong>
<div class="text-secondary">${holds}</div></div><div>${areThere[index] ? badge('Answers', 'green') : badge('Does not answer', 'red')}</div></li>`,
  );
  return html`<ul class="list-group list-group-flush">${items}</ul>`;
}

/** What a recording waits for; other reasons are codes of failures, after which it is tried again. */
const reasons: Record<string, string> = {
  worker: 'a speech worker that is free. If that lasts, none is running.',
  engine_place: 'a place at the speech engine.',
  analysis: 'coaching.',
  publication: 'Coaching, which is away.',
};

function waiting(queue: Queue | null, countedTo: number): Html {
  const failed = html`<p class="mb-0"><a href="/calls?status=FAILED">Look at calls that failed</a></p>`;
  if (queue === null)
    return html`<div class="card-body"><p>Every call that arrived is coached, or has failed.</p>${failed}</div>`;
  const count = (value: number) => (value >= countedTo ? `${countedTo} or more` : String(value));
  const lines = queue.reasons.map(
    ({ waits_for, recordings, longest_seconds }) =>
      html`<li>${recordings} ${recordings === 1 ? 'waits' : 'wait, the first'} for ${length(longest_seconds)}: for ${reasons[waits_for] ?? waitingAfter(waits_for)}</li>`,
  );
  return html`<div class="card-body"><dl class="facts"><dt>Waiting</dt><dd>${count(queue.waiting)}</dd>
<dt>Worked on</dt><dd>${count(queue.running)}</dd><dt>Held up</dt><dd>${count(queue.stuck)}</dd>
<dt>The oldest arrived</dt><dd>${length(queue.oldest.age_seconds)} ago</dd></dl>
${lines.length > 0 && html`<ul>${lines}</ul>`}${failed}</div>`;
}
