import { CALL_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getMetrics, listCountedCalls } from '@debrief/contracts/operations/analytics';
import { getAnalysisOverview } from '@debrief/contracts/operations/coaching';
import { getCallOverview } from '@debrief/contracts/operations/ingest';
import type { ConversationMetrics, Metrics } from '@debrief/contracts/resources/metrics';
import { isCalendarDate, isStorableText } from '@debrief/contracts/text';
import type { FastifyRequest } from 'fastify';
import type { Pages } from '../console-deps.ts';
import { calendarDay, zoneOf } from '../html/format.ts';
import { html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { alertOf, empty, heading, textOf } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { afterOf } from './addresses.ts';
import { type Row, table } from './calls.ts';
import { figureCards } from './insight-figures.ts';
import { objectionHelp } from './insight-objections.ts';
import {
  choicesFor,
  type InsightQuery,
  insightAddress,
  insightForm,
  questionOf,
  readInsightQuery,
} from './insight-query.ts';
import { metricsCsv } from './metrics-csv.ts';

const PAGE_SIZE = 25;

/** The figures of the API over a window, and the calls behind each. */
export const insightPages: Pages = (server, deps) => {
  const send = pageSender(deps);

  server.get('/insights', async (request, reply) => {
    const visitor = visitorOf(request);
    const query = readInsightQuery(request.query, Date.now());
    const question = questionOf(query);
    const [{ metrics, everybody }, choices] = await Promise.all([
      figuresFor(visitor, query),
      choicesFor(visitor, query),
    ]);
    const behind = (of: Record<string, string>) => insightAddress('/insights/calls', query, of);
    const { objections } = metrics;
    const help =
      objections.length === 0 ? null : await objectionHelp({ visitor, deps, query, question }, objections);
    const body =
      metrics.calls.total === 0
        ? empty(
            'No calls in these days',
            html`Choose other days above, or look at <a href="/calls">all calls</a>.${visitor.isAtLeast('admin') && html` If there are none yet, <a href="/calls/upload">upload one</a>.`}`,
          )
        : html`<p><a href="${insightAddress('/insights/figures.csv', query)}">Download these figures (CSV)</a></p>
${await figureCards(metrics, everybody, behind, help)}`;
    const content = html`${heading('Insights')}${alertOf(query.faults)}${insightForm(query, choices)}${body}`;
    return send(request, reply, { title: 'Insights', content });
  });

  server.get('/insights/figures.csv', async (request, reply) => {
    const query = readInsightQuery(request.query, Date.now());
    const { metrics, everybody } = await figuresFor(visitorOf(request), query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="debrief-${query.from}-${query.to}.csv"`)
      .send(metricsCsv(metrics, everybody));
  });

  server.get('/insights/calls', async (request, reply) => {
    const visitor = visitorOf(request);
    const query = readInsightQuery(request.query, Date.now());
    const figure = readFigure(request);
    const { data, next } = await visitor.ask(listCountedCalls, {
      ...questionOf(query),
      ...figure,
      ...{ limit: PAGE_SIZE, sort: 'desc', ...afterOf(request) },
    });
    const rows = await Promise.all(data.map(({ recording_id }) => rowOf(visitor, recording_id)));
    const found = rows.filter((row) => row !== null);
    const { day, rating, outcome, objection } = figure;
    const named = [
      outcome,
      objection && `Objection: ${objection}`,
      rating && `Rated about ${rating} of 5`,
    ].filter((one) => one !== undefined);
    const more: Record<string, string> = Object.fromEntries(
      Object.entries(figure).map(([name, value]) => [name, String(value)]),
    );
    const position = next && `${next.created_date}_${next.id}`;
    const content = html`${heading('Calls behind a figure')}
<p class="lead">${named.length > 0 && `${named.join(', ')}. `}${day === undefined ? html`${calendarDay(query.from)} to ${calendarDay(query.to)}` : calendarDay(day)} (UTC).</p>
<p><a href="${insightAddress('/insights', query)}">Back to the figures</a></p>
${rows.length > 0 ? table(found, zoneOf(request.cookies.zone)) : empty('No call is behind this figure', 'It may have been erased, or coached again, since you looked.')}
${position !== null && html`<nav class="my-3" aria-label="Pages"><a class="btn" rel="next" href="${insightAddress('/insights/calls', query, { ...more, after: position })}">Next page</a></nav>`}`;
    return send(request, reply, { title: 'Calls behind a figure', content });
  });
};

/** What a page shows and its CSV has: the metrics, and how everybody's conversations run beside those of some. */
async function figuresFor(
  visitor: Visitor,
  query: InsightQuery,
): Promise<{ metrics: Metrics; everybody: ConversationMetrics | null }> {
  const question = questionOf(query);
  const isCompared = query.who !== null && visitor.isAtLeast('admin');
  const ofAll = { ...question, of: 'integration' as const, id: null, team: [] };
  const [metrics, all] = await Promise.all([
    visitor.ask(getMetrics, question),
    isCompared ? visitor.ask(getMetrics, ofAll) : null,
  ]);
  return { metrics, everybody: all?.conversation ?? null };
}

function readFigure({ query }: FastifyRequest) {
  const label = (name: string) => {
    const value = textOf(query, name);
    return value !== undefined && value !== '' && value.length <= 512 && isStorableText(value)
      ? value
      : undefined;
  };
  const [outcome, objection, day, rating] = ['outcome', 'objection', 'day', 'rating'].map(label);
  return {
    ...(outcome !== undefined && { outcome }),
    ...(objection !== undefined && { objection }),
    ...(rating !== undefined && /^[1-5]$/.test(rating) && { rating: Number(rating) }),
    ...(day !== undefined && isCalendarDate(day) && { day }),
  };
}

/** Null for a call that is gone since it was counted. */
async function rowOf(visitor: Visitor, id: string): Promise<Row | null> {
  try {
    const overview = await visitor.ask(getCallOverview, { by: 'id', value: id });
    if (overview.status !== 'COMPLETED') return { overview, analysis: null };
    return { overview, analysis: await visitor.ask(getAnalysisOverview, { recording_id: id }) };
  } catch (error) {
    if (error instanceof DebriefError && error.definition.code === CALL_NOT_FOUND.code) return null;
    throw error;
  }
}
