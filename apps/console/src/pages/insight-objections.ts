import type { OutputOf } from '@debrief/contracts/define';
import { listCountedCalls } from '@debrief/contracts/operations/analytics';
import { getAnalysis, listAgendas, listPeriods, showAgenda } from '@debrief/contracts/operations/coaching';
import { getCallOverview } from '@debrief/contracts/operations/ingest';
import type { Metrics } from '@debrief/contracts/resources/metrics';
import type { ConsoleDeps } from '../console-deps.ts';
import { length } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { card } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';
import { orNull } from './addresses.ts';
import { findAudio } from './call-audio.ts';
import type { InsightQuery, Question } from './insight-query.ts';

const LABELS_MAX = 5;
const CALLS_OF_A_LABEL = 3;
const AGENTS_SHOWN = 3;
const MOMENTS_SHOWN = 2;
const AGENDAS_MAX = 50;
const PERIODS_LOOKED_AT = 10;
/** Of the built-in rubrics, and of those that extend them. */
const CRITERION = 'objection_handling';

interface Moment {
  agentId: string;
  agent: string;
  contact: string;
  callId: string;
  at: string;
  quote: string;
  outcomes: string;
  startTime: number;
  segment: number;
  hasSound: boolean;
}

interface Asked {
  visitor: Visitor;
  deps: ConsoleDeps;
  query: InsightQuery;
  question: Question;
}

/** Who needs help with objections, and where that is heard: those who work on it next, then whose were left open. */
export async function objectionHelp(asked: Asked, labels: Metrics['objections']): Promise<Html> {
  const { visitor } = asked;
  const [working, moments] = await Promise.all([
    visitor.isAtLeast('admin') ? agentsAtWork(asked) : new Map<string, Html>(),
    openObjections(asked, labels),
  ]);
  const agents = [...Map.groupBy(moments, ({ agentId }) => agentId)]
    .toSorted(([one], [other]) => Number(working.has(other)) - Number(working.has(one)))
    .slice(0, AGENTS_SHOWN);
  const items = agents.map(
    ([id, own]) => html`<li><strong>${own[0]?.agent}</strong>${
      working.has(id) ? html` works on this next: ${working.get(id)}` : html`, left open:`
    }
${own.slice(0, MOMENTS_SHOWN).map(quoteOf)}</li>`,
  );
  const found =
    items.length === 0
      ? html`<p>Each of the newest was settled by an answer.</p>`
      : html`<ul class="claims">${items}</ul>`;
  const [title, order] = visitor.isAtLeast('admin')
    ? [
        'Who needs help with objections, and where to hear it',
        ': first of those who work on objections next, then of others',
      ]
    : ['Objections left open, and where to hear them', ''];
  return card(
    title,
    html`<div class="card-body"><p class="text-secondary">Objections of the newest calls that were left open, as nothing said afterwards shows them settled${order}. The page of a call rates what is clear in that call alone; an agenda looks at all calls of some weeks.</p>${found}
<p class="mb-0"><a href="/coaching">Coaching</a> says ${visitor.isAtLeast('admin') ? 'what each agent works on next' : 'what you work on next'}.</p></div>`,
    'objection-help',
  );
}

function quoteOf({ callId, quote, segment, startTime, contact, hasSound, outcomes }: Moment): Html {
  const at = length(startTime);
  return html`<blockquote class="quote">“${quote}”<footer class="text-secondary">${contact}, ${outcomes}.
<a href="/calls/${callId}${hasSound && '?hear'}#segment-${segment}">${hasSound ? 'Hear it' : 'Read it'} at ${at}<span class="visually-hidden"> of the call with ${contact}</span></a></footer></blockquote>`;
}

/** Those whose newest agenda begins with objections, each with the way to it. */
async function agentsAtWork({ visitor, query: { who } }: Asked): Promise<Map<string, Html>> {
  const { data: periods } = await visitor.ask(listPeriods, { limit: PERIODS_LOOKED_AT, sort: 'desc' });
  const newest = periods.toSorted((a, b) => b.period_end.localeCompare(a.period_end))[0];
  if (newest === undefined) return new Map();
  const { data } = await visitor.ask(listAgendas, { period_id: newest.id, limit: AGENDAS_MAX, sort: 'asc' });
  const ready = data.filter(
    ({ generation_status, user_id }) =>
      generation_status === 'ready' && user_id !== null && (who?.kind !== 'user' || who.id === user_id),
  );
  const agendas = await Promise.all(ready.map(({ id }) => orNull(visitor.ask(showAgenda, { id }))));
  return new Map(
    agendas.flatMap((agenda) => {
      const first = agenda?.content?.improvements[0];
      if (agenda === null || first?.criterion_id !== CRITERION || agenda.user_id === null) return [];
      return [
        [
          agenda.user_id,
          html`<a href="/coaching/agendas/${agenda.id}">${agenda.title ?? first.title}</a>`,
        ] as const,
      ];
    }),
  );
}

/** What can be heard comes first, then the newest. */
async function openObjections(
  { visitor, deps, question }: Asked,
  labels: Metrics['objections'],
): Promise<Moment[]> {
  const lists = await Promise.all(
    labels.slice(0, LABELS_MAX).map(({ label }) =>
      visitor.ask(listCountedCalls, {
        ...question,
        ...{ objection: label, limit: CALLS_OF_A_LABEL, sort: 'desc' },
      }),
    ),
  );
  const ids = new Set(lists.flatMap(({ data }) => data.map(({ recording_id }) => recording_id)));
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const [overview, analysis, audio] = await Promise.all([
        orNull(visitor.ask(getCallOverview, { by: 'id', value: id })),
        orNull(visitor.ask(getAnalysis, { recording_id: id })),
        findAudio(visitor, deps, id),
      ]);
      return overview === null || analysis === null ? [] : momentsOf(overview, analysis, audio !== null);
    }),
  );
  return found.flat().toSorted((a, b) => Number(b.hasSound) - Number(a.hasSound) || b.at.localeCompare(a.at));
}

function momentsOf(
  { call, user_name, contact_name, occurred_at }: OutputOf<typeof getCallOverview>,
  { objections, evidence, disposition }: OutputOf<typeof getAnalysis>,
  hasSound: boolean,
): Moment[] {
  return evidence.flatMap(({ claim_id, quote, start_time, segment_index }) => {
    const [, index] = /^objections\.outcomes\.(\d+)$/.exec(claim_id) ?? [];
    if (index === undefined || objections.answers[Number(index)] !== '') return [];
    const said = {
      outcomes: disposition.outcomes.join(', '),
      quote,
      startTime: start_time,
      segment: segment_index,
    };
    const people = { agentId: call.user_id, agent: user_name, contact: contact_name };
    return [{ ...people, callId: call.id, at: occurred_at, ...said, hasSound }];
  });
}
