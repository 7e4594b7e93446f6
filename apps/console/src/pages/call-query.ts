import type { InputOf } from '@debrief/contracts/define';
import type { listCallOverviews } from '@debrief/contracts/operations/ingest';
import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { RecordingStatus } from '@debrief/contracts/resources/call';
import {
  isCalendarDate,
  isExternalId,
  isStorableText,
  isUuid,
  parseInstant,
  TEXT_MAX_LENGTH,
} from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import { dayBound } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { field, select, textOf } from '../html/parts.ts';

type Filters = Omit<InputOf<typeof listCallOverviews>, 'limit' | 'sort' | 'after'>;

/** What a list of calls is asked for, in the words of its address. */
export interface CallQuery {
  /** As given, of what was understood. */
  given: Record<string, string>;
  filters: Filters;
  sort: Sort;
  after?: PagePosition;
  isFiltered: boolean;
  /** What was not understood, and so is not filtered by. */
  faults: string[];
}

interface Reading {
  is(value: string): boolean;
  fault: string;
  filter(value: string, zone: string): Filters;
}

const WORDS_MAX_LENGTH = 200;
const isText = (value: string) => value.length <= TEXT_MAX_LENGTH && isStorableText(value);

function dayReading(label: string, side: 'begin' | 'end', filter: (instant: string) => Filters): Reading {
  return {
    is: isCalendarDate,
    fault: `“${label}” must be a day such as 2026-11-20`,
    filter: (day, zone) => filter(dayBound(day, zone, side).toISOString()),
  };
}

/** The API's filters, and when a call took place, by their names in the console's addresses. */
const readings: Record<string, Reading> = {
  status: {
    is: (value) => Value.Check(RecordingStatus, value),
    fault: 'There is no such state',
    filter: (value) => ({ status: value as NonNullable<Filters['status']> }),
  },
  direction: {
    is: (value) => value === 'inbound' || value === 'outbound',
    fault: 'The direction is inbound or outbound',
    filter: (value) => ({ incoming: value === 'inbound' }),
  },
  agent: { is: isUuid, fault: 'There is no such agent', filter: (user_id) => ({ user_id }) },
  contact: { is: isUuid, fault: 'There is no such contact', filter: (contact_id) => ({ contact_id }) },
  from: dayReading('Took place from', 'begin', (occurred_gte) => ({ occurred_gte })),
  to: dayReading('Took place until', 'end', (occurred_lte) => ({ occurred_lte })),
  received_from: dayReading('Received from', 'begin', (created_date_gte) => ({ created_date_gte })),
  received_to: dayReading('Received until', 'end', (created_date_lte) => ({ created_date_lte })),
  words: {
    is: (value) => value.length <= WORDS_MAX_LENGTH && isStorableText(value),
    fault: 'Search for at most 200 characters',
    filter: (words) => ({ words }),
  },
  source: { is: isText, fault: 'The source id is too long', filter: (source_id) => ({ source_id }) },
  stage: { is: isText, fault: 'The stage id is too long', filter: (stage_id) => ({ stage_id }) },
  recording: {
    is: isExternalId,
    fault: 'The recording id must be at most 255 printable characters',
    filter: (external_recording_id) => ({ external_recording_id }),
  },
};

export function readCallQuery(query: unknown, zone: string): CallQuery {
  const read: CallQuery = { given: {}, filters: {}, sort: 'desc', isFiltered: false, faults: [] };
  for (const [name, { is, fault, filter }] of Object.entries(readings)) {
    const value = textOf(query, name)?.trim() ?? '';
    if (value === '') continue;
    if (!is(value)) {
      read.faults.push(`${fault}; the list is not filtered by it.`);
      continue;
    }
    read.given[name] = value;
    Object.assign(read.filters, filter(value, zone));
    read.isFiltered = true;
  }
  if (textOf(query, 'order') === 'oldest') {
    read.sort = 'asc';
    read.given.order = 'oldest';
  }
  const after = positionOf(textOf(query, 'after'));
  if (after !== undefined) read.after = after;
  return read;
}

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(.{36})$/;

/** Where a page begins: the place in the list, which is no secret and reaches nothing that the list does not. */
export function positionOf(text = ''): PagePosition | undefined {
  const [, created_date = '', id = ''] = POSITION.exec(text) ?? [];
  return isUuid(id) && parseInstant(created_date) !== null ? { created_date, id } : undefined;
}

/** The address of another page of the same list. */
export function queryString({ given }: CallQuery, next: PagePosition | null): string {
  const query = new URLSearchParams(given);
  if (next !== null) query.set('after', `${next.created_date}_${next.id}`);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const states = [
  ['', 'Any'],
  ['QUEUED', 'Waiting'],
  ['DOWNLOADING', 'Downloading'],
  ['TRANSCRIBING', 'Listening'],
  ['ANALYZING', 'Coaching'],
  ['COMPLETED', 'Ready'],
  ['FAILED', 'Failed'],
].map(([value = '', name = '']) => ({ value, name }));
const directions = [
  { value: '', name: 'Both' },
  { value: 'inbound', name: 'Inbound' },
  { value: 'outbound', name: 'Outbound' },
];
const orders = [
  { value: '', name: 'Last received first' },
  { value: 'oldest', name: 'First received first' },
];

export function filterForm(query: CallQuery, agents: readonly { value: string; name: string }[]): Html {
  const { given, isFiltered } = query;
  const { words, order: _, ...filters } = given;
  const text = (name: string, label: string) => field({ name, label, value: given[name] });
  const day = (name: string, label: string) => field({ name, label, type: 'date', value: given[name] });
  const kept = (names: readonly string[]) =>
    names
      .filter((name) => given[name] !== undefined)
      .map((name) => html`<input type="hidden" name="${name}" value="${given[name]}">`);
  return html`<search class="card mb-3"><form class="card-body search-words" method="get" action="/calls">${kept(Object.keys(given).filter((name) => name !== 'words'))}
<label class="visually-hidden" for="words">Words said, or names</label><input class="form-control" id="words" name="words" type="search" maxlength="200" value="${words ?? ''}" placeholder="Words, or a name" aria-describedby="words-hint">
<button class="btn btn-primary">Search</button><small class="form-hint" id="words-hint">All of the words, in any form: <em>price</em> finds prices. “In quotes” they follow one another.</small></form></search>
<details class="card mb-3 filters"${Object.keys(filters).length > 0 && html` open`}><summary class="card-body">Filter</summary>
<form class="card-body pt-0" method="get" action="/calls"><div class="filter-fields">
${agents.length > 0 && select('agent', 'Agent', [{ value: '', name: 'All' }, ...agents], given.agent)}
${select('status', 'State', states, given.status)}
${select('direction', 'Direction', directions, given.direction)}
${day('from', 'Took place from')}
${day('to', 'Took place until')}
${day('received_from', 'Received from')}
${day('received_to', 'Received until')}
${text('recording', 'Recording id')}
${text('source', 'Source id')}
${text('stage', 'Stage id')}
${select('order', 'Order', orders, given.order)}
</div>${kept(['contact', 'words'])}
<p class="text-secondary">By outcome, rating or objection: each bar of <a href="/insights">Insights</a> leads to its calls.</p>
<button class="btn btn-primary">Filter</button> ${isFiltered && html`<a class="btn" href="/calls">Show all</a>`}</form></details>`;
}
