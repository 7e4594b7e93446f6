import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { nowhere, submit, submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const { user, call } = await submitAndRead(mine.api, {
  ...{ user_email: 'maria@admin.example', user_name: 'Maria <b>Quill</b>', contact_name: 'Zoe' },
});
const agent = await visitConsole(debrief, 'member', mine, 'maria@admin.example');
const admin = await visitConsole(debrief, 'admin', mine, 'ada@admin.example');
const owner = await visitConsole(debrief, 'owner', mine, 'olga@admin.example');
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());
const people = '/settings/people';
const invitationLink = (html: string) => /id="invitation-link" value="([^"]+)"/.exec(html)?.[1] ?? '';

t.test('an admin invites somebody, who joins by the link that is shown', async (t) => {
  const invitation = { do: 'invite', email: 'ivy@admin.example', 'invited-name': 'Ivy', role: 'MEMBER' };
  t.equal((await agent.post(people, invitation)).status, 403);
  t.match(await admin.post(people, { ...invitation, email: 'ivy' }), { status: 422, text: /whole e-mail/ });
  const made = await admin.post(people, invitation);
  t.match(made.text, /ivy@admin.example is invited .* Copy/);
  t.match(made.text, 'An e-mail with this link is on its way');
  const again = await admin.post(people, invitation);
  t.match(again.text, /ivy@admin.example was invited before No other e-mail is written: “Send again”/);
  t.notMatch(again.text, /on its way|stays/);
  t.equal(invitationLink(again.html), invitationLink(made.html));
  const other = await admin.post(people, { ...invitation, 'invited-name': 'Eve', role: 'ADMIN' });
  t.match(
    other.text,
    'The first invitation stays: the name it gives is Ivy, and they are invited as a member.',
  );
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.visit();
  await page.goto(invitationLink(made.html));
  await console.isReadable(t, page);
  await page.getByLabel('Name', { exact: true }).fill('Ivy');
  await page.getByLabel('New password').fill('four words for tests');
  await page.getByRole('button', { name: /^Join/ }).click();
  await page.waitForURL(`${console.url}/calls`);
  await page.getByText('You have no calls yet').waitFor();
  t.match((await admin.get(people)).text, /Ivy ivy@admin.example Member: their own calls/);
});

t.test('whoever is invited with the e-mail of a known agent becomes that agent', async (t) => {
  const invited = await admin.post(people, { do: 'invite', email: 'known@admin.example', role: 'ADMIN' });
  t.match(invited.text, 'known@admin.example is invited');
  const { user: known } = await submitAndRead(mine.api, { user_email: 'second@admin.example' });
  await admin.post(people, { do: 'invite', email: 'second@admin.example', role: 'MEMBER' });
  const again = await mine.api.post('/invitations', {
    email: 'second@admin.example',
    ...{ external_user_id: known.external_user_id, invited_by_user_id: known.id },
  });
  t.equal(again.status, 200, 'the pending invitation has the id of the agent');
});

t.test('whoever is invited as an agent, by whatever e-mail, sees the calls of that agent', async (t) => {
  const { user } = await submitAndRead(mine.api, { user_email: 'third@admin.example' });
  t.match((await admin.get(people)).text, 'third@admin.example', 'agents are told apart by their e-mails');
  await admin.post(people, { do: 'invite', email: 'private@admin.example', role: 'MEMBER', agent: user.id });
  const again = await mine.api.post('/invitations', {
    email: 'private@admin.example',
    ...{ external_user_id: user.external_user_id, invited_by_user_id: user.id },
  });
  t.equal(again.status, 200, 'the pending invitation has the id of the agent');
  const refused = await admin.post(people, { do: 'invite', email: 'no-id@admin.example', agent: 'external' });
  t.match(refused, { status: 422, text: /Give their id in your CRM/ });
});

t.test('the audit trail says who did what, and nothing of other integrations', async (t) => {
  t.equal((await agent.get('/settings/audit')).status, 403);
  await admin.post('/settings/people', { do: 'new-team', name: 'A team for the trail' });
  const { text, html } = await admin.get('/settings/audit');
  t.match(text, /Pat Person .* Made a team A team for the trail .* Pat Person .* Invited somebody as member/);
  t.match(html, /<a href="\/insights[?]who=team:[^"]+">A team for the trail<\/a>/);
  t.match(text, /Debrief or its operator Became a member as admin Pat Person/);
  t.notMatch(html, /<td data-label="To what"><\/td>/, 'each says to what');
  t.notMatch((await stranger.get('/settings/audit')).text, 'Made a team');
  t.notMatch(html, 'rel="next"');
});

t.test('the audit trail says at whose profile an operator looked', async (t) => {
  await debrief.cli('signals', 'show', user.id, '--integration', mine.id);
  const { text, html } = await admin.get('/settings/audit');
  t.match(text, /Your operator Looked at the profile of an agent Maria <b>Quill<\/b>/);
  t.match(html, `<a href="/calls?agent=${user.id}">`);
});

t.test('the audit trail goes on on further pages, without a gap', async (t) => {
  const other = await debrief.createIntegration();
  const reader = await visitConsole(debrief, 'admin', other);
  for (let team = 0; team < 55; team += 1)
    await reader.post(people, { do: 'new-team', name: `Team ${team}` });
  const first = await reader.get('/settings/audit');
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? '';
  const second = await reader.get(next.replaceAll('&#61;', '='));
  const count = (text: string) => text.match(/Made a team/g)?.length ?? 0;
  t.equal(count(first.text), 50);
  t.equal(count(second.text), 5);
});

t.test('an owner sees whether all answers and what waits, and nobody else does', async (t) => {
  t.match(await admin.get('/settings/health'), {
    status: 403,
    text: /This is for owners of the organization/,
  });
  const { text } = await owner.get('/settings/health');
  t.match(text, /Directory .* Answers Ingest .* Answers Coaching .* Answers Analytics .* Answers/);
  t.notMatch(text, 'Does not answer');
  t.match(
    text,
    /Speech engine .* Coach .* Sound of calls The store answers\. Works Guard between the parts Each part has a user/,
  );
  t.match(text, /Recordings on their way/);
});

t.test('what waits after a failure says so in words, with what to do', async (t) => {
  await submit(mine.api, { recording_url: nowhere });
  const health = async () => (await owner.get('/settings/health')).text;
  // Others of this file may wait for the same by now.
  const words =
    /(1 waits|\d wait, the first) for [\d:]+: for another attempt, which comes by itself\. The host of the recording URL was not found, [^.]+\. See that the host/;
  const text = await eventually(health, (shown) => words.test(shown));
  t.match(text, words);
  t.notMatch(text, 'download_unreachable');
});

t.test('its pages can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  for (const path of [
    ...[people, '/settings/audit', '/settings/health', '/settings/data?find=quill'],
    ...[`/settings/data/agents/${user.id}`, `/calls/${call.id}/erase`],
  ])
    await console.isReadable(t, await console.open(owner, path));
});

t.test('an admin erases one call', async (t) => {
  const path = `/calls/${call.id}/erase`;
  for (const other of [agent, stranger]) t.not((await other.post(path, {})).status, 200);
  t.equal((await agent.get(path)).status, 403);
  t.match((await admin.get(`/calls/${call.id}`)).html, path);
  t.notMatch((await agent.get(`/calls/${call.id}`)).html, path);
  t.match((await admin.get(path)).text, 'Maria <b>Quill</b> with Zoe');
  t.match((await admin.post(path, {})).text, /The call is erased/);
  t.equal((await admin.get(`/calls/${call.id}`)).status, 404);
  t.equal((await admin.post(path, {})).status, 404);
});

t.test('an admin erases an agent, whose calls stay without a name', async (t) => {
  const kept = await submitAndRead(mine.api, { external_user_id: user.external_user_id });
  const path = `/settings/data/agents/${user.id}`;
  t.match((await admin.get('/settings/data?find=quill')).html, `href="${path}"`);
  t.equal((await agent.get(path)).status, 403);
  t.equal((await stranger.post(path, { name: user.name })).status, 404);
  t.match(await admin.post(path, { name: 'Maria' }), { status: 422, text: /nothing was erased/ });
  t.match((await admin.post(path, { name: user.name })).text, /The agent is erased; their calls stay/);
  const gone = await mine.api.get(`/users?external_user_id=${user.external_user_id}`);
  t.strictSame(gone.body.data, []);
  await eventually(
    () => admin.get(`/calls/${kept.call.id}`),
    ({ text }) => text.includes('Agent with Carl Contact'),
  );
});
