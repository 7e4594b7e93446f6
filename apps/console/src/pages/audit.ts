import {
  type OwnAuditEntry,
  ownAnalyticsAudit,
  ownCoachingAudit,
  ownDirectoryAudit,
  ownIngestAudit,
} from '@debrief/contracts/operations/audit';
import { getPeriod, showAgenda } from '@debrief/contracts/operations/coaching';
import { listOwnKeys } from '@debrief/contracts/operations/directory-access';
import { listOwnMembers, listOwnTeams } from '@debrief/contracts/operations/directory-own';
import { getContact } from '@debrief/contracts/operations/directory-people';
import { getCallOverview } from '@debrief/contracts/operations/ingest';
import type { PagePosition } from '@debrief/contracts/paging';
import { isUuid } from '@debrief/contracts/text';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { card, empty, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { afterOf, orNull, pageLinks } from './addresses.ts';
import { listPeople } from './agents.ts';
import { auditWords, detailsOf, type TargetKind } from './audit-words.ts';
import { span } from './coaching.ts';

const PAGE_SIZE = 50;
/** Each service has the entries of what it did. */
const trails = [ownDirectoryAudit, ownIngestAudit, ownCoachingAudit, ownAnalyticsAudit] as const;

/** Who did what in the integration, and when. */
export const auditPages: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/settings/audit', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const { entries, next } = await findEntries(visitor, afterOf(request));
    const names = await namesFor(visitor, entries);
    const zone = zoneOf(request.cookies.zone);
    const content = html`${heading('Audit trail')}
<p>Who changed or erased something here, and what your operator did or looked at, the newest first. No entry holds content, and none can be changed or removed.</p>
${card('Entries', entries.length === 0 ? empty('There is no entry', 'An entry is written with everything that is made, changed, revoked or erased.') : table(entries, names, zone))}
${pageLinks('/settings/audit', request, next)}`;
    return send(request, reply, { title: 'Audit trail', content });
  });
};

/** The newest of all services. */
async function findEntries(
  visitor: Visitor,
  after: { after?: PagePosition },
): Promise<{ entries: OwnAuditEntry[]; next: PagePosition | null }> {
  const input = { limit: PAGE_SIZE + 1, ...after };
  const found = await Promise.all(trails.map((trail) => visitor.ask(trail, input)));
  const isNewer = (one: OwnAuditEntry, other: OwnAuditEntry) =>
    one.created_date === other.created_date ? one.id > other.id : one.created_date > other.created_date;
  const newest = found.flatMap(({ data }) => data).sort((one, other) => (isNewer(one, other) ? -1 : 1));
  const entries = newest.slice(0, PAGE_SIZE);
  const last = entries.at(-1);
  const next = newest.length > PAGE_SIZE && last ? { created_date: last.created_date, id: last.id } : null;
  return { entries, next };
}

/** Names of what is still here, by ids: of actors, and of what entries are about. */
interface Names {
  /** Members, by their accounts, and keys. */
  actors: ReadonlyMap<string, string>;
  /** As a link where there is a page of it. */
  targets: ReadonlyMap<string, Html>;
}

async function namesFor(visitor: Visitor, entries: readonly OwnAuditEntry[]): Promise<Names> {
  const [members, keys, teams, agents] = await Promise.all([
    visitor.ask(listOwnMembers, {}),
    visitor.ask(listOwnKeys, {}),
    visitor.ask(listOwnTeams, {}),
    listPeople(visitor),
  ]);
  const idsOf = (kind: TargetKind) =>
    new Set(
      entries.flatMap(({ action, target }) =>
        auditWords[action]?.target === kind && target !== null ? [target] : [],
      ),
    );
  const [calls, contacts, agendas, periods] = await Promise.all([
    namedBy(idsOf('call'), async (value) => {
      const { user_name, contact_name } = await visitor.ask(getCallOverview, { by: 'id', value });
      return html`<a href="/calls/${value}">${user_name} with ${contact_name}</a>`;
    }),
    namedBy(idsOf('contact'), async (value) => {
      const { name } = await visitor.ask(getContact, { by: 'id', value });
      return html`<a href="/calls?contact=${value}">${name}</a>`;
    }),
    namedBy(idsOf('agenda'), async (id) => {
      const { title } = await visitor.ask(showAgenda, { id });
      return html`<a href="/coaching/agendas/${id}">${title ?? 'An agenda'}</a>`;
    }),
    namedBy(idsOf('period'), async (id) => {
      const period = await visitor.ask(getPeriod, { id });
      return html`<a href="/coaching/periods/${id}">${span(period)}</a>`;
    }),
  ]);
  return {
    actors: new Map([
      ...members.data.map(({ account }) => [account.id, account.name] as const),
      ...keys.data.map(({ id, name }) => [id, `The key “${name}”`] as const),
    ]),
    targets: new Map<string, Html>([
      ...members.data.flatMap(({ id, account }) =>
        [id, account.id].map((one) => [one, html`${account.name}`] as const),
      ),
      ...keys.data.map(({ id, name }) => [id, html`<a href="/settings/keys">${name}</a>`] as const),
      ...teams.data.map(
        ({ id, name }) => [id, html`<a href="/insights?who=team:${id}">${name}</a>`] as const,
      ),
      ...agents.map(({ id, name }) => [id, html`<a href="/calls?agent=${id}">${name}</a>`] as const),
      ...[...calls, ...contacts, ...agendas, ...periods],
    ]),
  };
}

/** What is gone, or was never of this kind, has no name. */
async function namedBy(
  ids: ReadonlySet<string>,
  name: (id: string) => Promise<Html>,
): Promise<[string, Html][]> {
  const named = await Promise.all(
    [...ids].filter(isUuid).map(async (id) => {
      const found = await orNull(name(id));
      return found === null ? [] : [[id, found] as [string, Html]];
    }),
  );
  return named.flat();
}

function table(entries: readonly OwnAuditEntry[], names: Names, zone: string): Html {
  const rows = entries.map(
    (entry) => html`<tr><td data-label="When">${time(entry.created_date, zone)}</td>
<td data-label="Who">${whoOf(entry, names)}</td>
<td data-label="What">${auditWords[entry.action]?.what ?? html`<code>${entry.action}</code>`}<div class="text-secondary small">${detailsOf(entry)}</div></td>
<td data-label="To what">${targetOf(entry, names)}</td></tr>`,
  );
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked"><caption class="visually-hidden">Entries</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

const gone: Record<TargetKind, string> = {
  ...{ call: 'A call that is gone', agent: 'An agent who is gone', contact: 'A contact who is gone' },
  ...{ agenda: 'An agenda that is gone', period: 'A period that is gone', team: 'A team that is gone' },
  ...{ key: 'A key that is gone', invitation: 'An invitation' },
  member: 'Somebody who is gone',
};

/** Recordings that are erased are gone; others without a page may be roleplays. */
export function unnamed(action: string, kind: TargetKind): string {
  return kind === 'call' && !/[.]erased?$/.test(action) ? 'A recording that has no page here' : gone[kind];
}

/** By name where it is here, else what it was, with its id: a receipt for whoever asks for it. */
function targetOf({ action, target, details }: OwnAuditEntry, { targets }: Names): Html {
  const kind = auditWords[action]?.target;
  const { user_id } = details;
  const who = typeof user_id === 'string' && html`, ${targets.get(user_id) ?? gone.agent}`;
  if (target === null || kind === undefined)
    return html`<span class="text-secondary">${kind === undefined ? 'This integration' : 'Not recorded'}</span>`;
  const name = targets.get(target);
  if (name !== undefined) return html`${name}${who}`;
  return html`${unnamed(action, kind)}<div><code class="small">${target}</code></div>`;
}

function whoOf({ actor }: OwnAuditEntry, { actors }: Names): Html {
  if (actor === null) return html`<span class="text-secondary">Debrief or its operator</span>`;
  if (actor.kind === 'operator') return html`<span class="figure">Your operator</span>`;
  const name = actors.get(actor.id ?? '') ?? (actor.kind === 'key' ? 'A key' : 'Somebody who is gone');
  return html`${name}<div class="text-secondary small">${actor.from}</div>`;
}
