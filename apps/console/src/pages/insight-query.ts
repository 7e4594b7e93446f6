import type { InputOf } from '@debrief/contracts/define';
import { metricsWindow } from '@debrief/contracts/metrics-window';
import type { getMetrics } from '@debrief/contracts/operations/analytics';
import { listOwnTeams } from '@debrief/contracts/operations/directory-own';
import { listCallOverviews } from '@debrief/contracts/operations/ingest';
import type { CallDirection } from '@debrief/contracts/resources/metrics';
import { isCalendarDate, isUuid } from '@debrief/contracts/text';
import { type Html, html } from '../html/html.ts';
import { field, select, textOf } from '../html/parts.ts';
import type { Visitor } from '../session/visitor.ts';
import { agentChoices } from './agents.ts';

const DEFAULT_DAYS = 28;
const DAY_MS = 86_400_000;

export type Question = InputOf<typeof getMetrics>;
type Kind = 'user' | 'contact' | 'team';

/** What figures are asked for, in the words of the address. */
export interface InsightQuery {
  /** Null for everybody whom the reader may see. */
  who: { kind: Kind; id: string } | null;
  from: string;
  to: string;
  direction: CallDirection;
  faults: string[];
}

const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);

export function readInsightQuery(query: unknown, now: number): InsightQuery {
  const text = (name: string) => textOf(query, name)?.trim() ?? '';
  const faults: string[] = [];
  const date = (name: string, otherwise: string) => {
    const given = text(name);
    if (given === '' || isCalendarDate(given)) return given || otherwise;
    faults.push(`“${given}” is not a day such as 2026-11-20; the last four weeks are shown.`);
    return otherwise;
  };
  let to = date('to', day(now));
  let from = date('from', day(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS));
  if (from > to) {
    faults.push('The first day is after the last; the last four weeks are shown.');
    [from, to] = [day(now - (DEFAULT_DAYS - 1) * DAY_MS), day(now)];
  }
  const [, kind, id = ''] = /^(user|contact|team):(.{36})$/.exec(text('who')) ?? [];
  if (text('who') !== '' && !isUuid(id)) faults.push('There is no such agent or team; everybody is shown.');
  const direction = text('direction');
  return {
    ...{ from, to, faults },
    who: isUuid(id) ? { kind: kind as Kind, id } : null,
    direction: direction === 'inbound' || direction === 'outbound' ? direction : 'all',
  };
}

/** As the API asks for the same query, so that the answer is the same. */
export function questionOf({ who, from, to, direction }: InsightQuery): Question {
  const window = metricsWindow({ date_gte: from, date_lte: to }, new Date());
  if (window.from === null || window.to === null) throw new TypeError('a day cannot be parsed');
  const isTeam = who?.kind === 'team';
  return {
    ...(who === null || who.kind === 'team'
      ? ({ of: 'integration', id: null } as const)
      : { of: who.kind, id: who.id }),
    date_gte: window.from.toISOString(),
    date_lte: window.to.toISOString(),
    ...{ source: [], stage: [], team: isTeam ? [who.id] : [], type: direction },
  };
}

/** The query as part of an address, with what else is asked. */
export function insightAddress(
  path: string,
  { who, from, to, direction }: InsightQuery,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    ...(who !== null && { who: `${who.kind}:${who.id}` }),
    ...{ from, to },
    ...(direction !== 'all' && { direction }),
    ...more,
  });
  return `${path}?${query.toString()}`;
}

interface Choice {
  value: string;
  name: string;
}

/** Whom figures can be asked for, with the contact who is looked at; a member has only their own. */
export async function choicesFor(visitor: Visitor, { who }: InsightQuery): Promise<Choice[]> {
  const contact = who?.kind === 'contact' ? [await contactChoice(visitor, who.id)] : [];
  if (!visitor.isAtLeast('admin')) return contact.length > 0 ? [{ value: '', name: 'All' }, ...contact] : [];
  const [{ data: teams }, users] = await Promise.all([visitor.ask(listOwnTeams, {}), agentChoices(visitor)]);
  return [
    { value: '', name: 'Everybody' },
    ...contact,
    ...teams.map(({ id, name }) => ({ value: `team:${id}`, name: `Team ${name}` })),
    ...users.map(({ value, name }) => ({ value: `user:${value}`, name })),
  ];
}

/** By the name in a call that the reader may see: there are too many contacts to choose from. */
async function contactChoice(visitor: Visitor, id: string): Promise<Choice> {
  const { data } = await visitor.ask(listCallOverviews, { contact_id: id, limit: 1, sort: 'desc' });
  const name = data[0]?.contact_name;
  return { value: `contact:${id}`, name: name === undefined ? 'A contact' : `With ${name}` };
}

const directions = [
  { value: '', name: 'Inbound and outbound' },
  { value: 'inbound', name: 'Inbound' },
  { value: 'outbound', name: 'Outbound' },
];

export function insightForm({ who, from, to, direction }: InsightQuery, choices: readonly Choice[]): Html {
  const chosen = who === null ? '' : `${who.kind}:${who.id}`;
  const isListed = choices.some(({ value }) => value === chosen);
  return html`<form class="card card-body mb-3" method="get" action="/insights"><div class="filter-fields">
${choices.length > 0 && select('who', 'Whose calls', isListed ? choices : [...choices, { value: chosen, name: 'As shown' }], chosen)}
${field({ name: 'from', label: 'First day (UTC)', type: 'date', value: from })}
${field({ name: 'to', label: 'Last day (UTC)', type: 'date', value: to })}
${select('direction', 'Direction', directions, direction === 'all' ? '' : direction)}
</div><div><button class="btn btn-primary">Show</button></div></form>`;
}
