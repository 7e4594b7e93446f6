import type { OutputOf } from '@debrief/contracts/define';
import { listOwnMarkedClaims } from '@debrief/contracts/operations/claims';
import { listOwnMembers } from '@debrief/contracts/operations/directory-own';
import { getCallOverview } from '@debrief/contracts/operations/ingest';
import type { Pages } from '../console-deps.ts';
import { time, zoneOf } from '../html/format.ts';
import { type Html, html } from '../html/html.ts';
import { pageSender } from '../html/layout.ts';
import { card, empty, heading } from '../html/parts.ts';
import { visitorOf } from '../session/sign-in-hooks.ts';
import { orNull } from './addresses.ts';
import { faultWords, placeOf } from './call-claims.ts';

const SHOWN = 100;

type Marked = OutputOf<typeof listOwnMarkedClaims>['data'][number];

/** Names of what is still here, by ids. */
interface Names {
  members: ReadonlyMap<string, string>;
  calls: ReadonlyMap<string, string>;
}

/** What people here say is wrong with the coaching of their calls. */
export const markedClaimPages: Pages = (server, deps) => {
  const send = pageSender(deps);
  server.get('/settings/judging/wrong', async (request, reply) => {
    const visitor = visitorOf(request);
    visitor.requireRole('admin');
    const [{ data, has_more }, { data: members }] = await Promise.all([
      visitor.ask(listOwnMarkedClaims, { limit: SHOWN }),
      visitor.ask(listOwnMembers, {}),
    ]);
    const ids = [...new Set(data.map(({ recording_id }) => recording_id))];
    const calls = await Promise.all(
      ids.map(async (value) => {
        const overview = await orNull(visitor.ask(getCallOverview, { by: 'id', value }));
        return overview === null
          ? []
          : [[value, `${overview.user_name} with ${overview.contact_name}`] as const];
      }),
    );
    const names = {
      members: new Map(members.map(({ id, account }) => [id, account.name])),
      calls: new Map(calls.flat()),
    };
    const list = data.length === 0 ? none : table(data, names, zoneOf(request.cookies.zone));
    const content = html`${heading('What people say is wrong')}
<p>Each time that somebody here marked a claim on the page of a call with “This is wrong”, the newest first. It changes no rating: change <a href="/settings/judging">how calls are judged</a> where many say the same, and correct on its page what was misheard in a call.</p>
${card(`Claims that are said to be wrong${has_more ? `: the newest ${SHOWN}` : ''}`, list)}
<p class="text-secondary">To learn from all of them, your operator prints them with the rubric of each: <code>debrief analyses wrong --integration ${visitor.place.integration.id} --json</code></p>`;
    return send(request, reply, { title: 'What people say is wrong', content });
  });
};

const none = empty(
  'Nobody has said that anything is wrong',
  html`Under each claim on the page of a call stands “This is wrong…”, with reasons to choose from. Open one of <a href="/calls">the calls</a> and try it; it can be taken back.`,
);

function table(marked: readonly Marked[], names: Names, zone: string): Html {
  const rows = marked.map(
    (
      one,
    ) => html`<tr><th scope="row">${one.claim === null ? html`<span class="text-secondary">A claim whose text was removed</span>` : one.claim}</th>
<td data-label="Why">${faultWords[one.fault]}</td>
<td data-label="Who says so">${names.members.get(one.member_id) ?? 'Somebody who is gone'}</td>
<td data-label="When">${time(one.marked_at, zone)}</td>
<td data-label="Call">${callOf(one, names)}</td></tr>`,
  );
  return html`<div class="table-responsive"><table class="table table-vcenter card-table stacked"><caption class="visually-hidden">Claims that are said to be wrong</caption>
<thead><tr><th scope="col">Claim</th><th scope="col">Why</th><th scope="col">Who says so</th><th scope="col">When</th><th scope="col">Call</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** To the claim itself, unless the call was judged again since: its coaching no longer has it. */
function callOf({ recording_id, claim_id, indicator, is_past }: Marked, { calls }: Names): Html {
  const name = calls.get(recording_id);
  if (name === undefined) return html`A recording that has no page here`;
  const place = is_past ? '' : `#${placeOf(claim_id, indicator)}`;
  return html`<a href="/calls/${recording_id}${place}">${name}</a>${is_past && html`<div class="text-secondary small">It was judged again since</div>`}`;
}
