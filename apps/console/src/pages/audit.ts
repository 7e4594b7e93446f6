import {
  type OwnAuditEntry,
  ownAnalyticsAudit,
  ownCoachingAudit,
  ownDirectoryAudit,
  ownIngestAudit,
} from '@debrief/contracts/operations/audit';
import { listOwnKeys } from '@debrief/contracts/operations/directory-access';
import { listOwnMembers } from '@debrief/contracts/operations/directory-own';
import type { PagePosition } from '@debrief/contracts/paging';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { card, empty, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import type { Visitor } from '../session/visitor.ts';
import { afterOf, pageLinks } from './addresses.ts';

const PAGE_SIZE = 50;
/** Each service has the entries of what it did. */
const trails = [ownDirectoryAudit, ownIngestAudit, ownCoachingAudit, ownAnalyticsAudit] as const;

/** Who did what in the integration, and when. */
export const auditPages: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/settings/audit', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const [{ entries, next }, names] = await Promise.all([
      findEntries(visitor, afterOf(request)),
      actorNames(visitor),
    ]);
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

/** Names of the people and keys that are still here, by their ids. */
async function actorNames(visitor: Visitor): Promise<Map<string, string>> {
  const [members, keys] = await Promise.all([visitor.ask(listOwnMembers, {}), visitor.ask(listOwnKeys, {})]);
  return new Map([
    ...members.data.map(({ account }) => [account.id, account.name] as const),
    ...keys.data.map(({ id, name }) => [id, `The key “${name}”`] as const),
  ]);
}

/** What is known of, in plain words; the rest by the names of commands. */
const actions: Record<string, string> = {
  'key.created': 'Made an API key',
  'key.revoked': 'Revoked an API key',
  'member.added': 'Became a member',
  'member.removed': 'Removed a member',
  'invitation.created': 'Invited somebody',
  'invitation.revoked': 'Withdrew an invitation',
  'team.created': 'Made a team',
  'team.changed': 'Changed who is in a team',
  'integration.created': 'Made the integration',
  'integration.changed': 'Changed settings',
  'rubrics.changed': 'Changed rubrics',
  'transcript.corrected': 'Corrected a transcript',
  'recording.uploaded': 'Uploaded a call',
  'recording.erased': 'Erased a recording',
  'contact.erased': 'Erased a contact',
  'user.erased': 'Erased an agent',
  'session.created': 'Signed in',
  'session.ended': 'Signed out',
  // What operators ask by commands.
  'analytics.metrics.show': 'Looked at figures',
  'coaching.agendas.get': 'Looked at an agenda',
  'coaching.agendas.show': 'Looked at an agenda',
  'coaching.agendas.list': 'Looked at the agendas',
  'coaching.agendas.submit': 'Handed in an agenda',
  'coaching.claims.export': 'Exported what was marked as wrong',
  'coaching.periods.close': 'Ended a period',
  'coaching.periods.get': 'Looked at a period',
  'coaching.periods.list': 'Looked at the periods',
  'coaching.rubrics.get': 'Looked at a rubric',
  'coaching.rubrics.list': 'Looked at the rubrics',
  'coaching.signals.refresh': 'Had profiles inferred again',
  'coaching.signals.show': 'Looked at the profile of an agent',
  'directory.integrations.get': 'Looked at the settings',
  'directory.keys.list': 'Looked at the API keys',
  'directory.keys.list-uses': 'Looked at how API keys are used',
  'directory.members.list': 'Looked at the members',
  'directory.teams.list': 'Looked at the teams',
  'directory.users.set-signal': 'Changed whether an agent has a profile',
  'ingest.analyses.rerun': 'Had calls coached again',
  'ingest.recordings.list': 'Looked at the recordings',
  'ingest.recordings.retry': 'Had a recording tried again',
  'ingest.recordings.submit-transcript': 'Submitted a call as text',
};

function table(entries: readonly OwnAuditEntry[], names: ReadonlyMap<string, string>, zone: string): Html {
  const rows = entries.map(
    (entry) => html`<tr><td data-label="When">${time(entry.created_date, zone)}</td>
<td data-label="Who">${whoOf(entry, names)}</td>
<td data-label="What">${actions[entry.action] ?? html`<code>${entry.action}</code>`}<div class="text-secondary small">${detailsOf(entry)}</div></td>
<td data-label="To what">${entry.target !== null && html`<code class="small">${entry.target}</code>`}</td></tr>`,
  );
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked"><caption class="visually-hidden">Entries</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what, by its id</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function whoOf({ actor }: OwnAuditEntry, names: ReadonlyMap<string, string>): Html {
  if (actor === null) return html`<span class="text-secondary">Debrief or its operator</span>`;
  if (actor.kind === 'operator') return html`Your operator`;
  const name = names.get(actor.id ?? '') ?? (actor.kind === 'key' ? 'A key' : 'Somebody who is gone');
  return html`${name}<div class="text-secondary small">${actor.from}</div>`;
}

function detailsOf({ details }: OwnAuditEntry): string {
  return Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${[value].flat().join(', ')}`)
    .join('; ');
}
