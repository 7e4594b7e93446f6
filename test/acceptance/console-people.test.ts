import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const { user, contact } = await submitAndRead(mine.api, { user_email: 'maria@people.example' });
const agent = await visitConsole(debrief, 'member', mine, 'maria@people.example');
const admin = await visitConsole(debrief, 'admin', mine, 'ada@people.example');
const owner = await visitConsole(debrief, 'owner', mine, 'olga@people.example');
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());
const people = '/settings/people';

const idOf = (html: string, button: string): string =>
  new RegExp(`name="id" value="([^"]+)">(?:(?!</form>)[\\s\\S])*${button}`).exec(html)?.[1] ?? '';
/** What is too wide for what it stands in: it would be cut, or scrolled to. Heads of columns are hidden on a phone. */
const tooWide = `[...document.querySelectorAll('#content *')]
  .filter((one) => one.scrollWidth > one.clientWidth && !one.closest('input, thead, .visually-hidden'))
  .map((one) => one.outerHTML)`;
const members = async () => (await debrief.operate('listMembers', { integration_id: mine.id })).data;

t.test('an owner makes a member an owner, who an admin cannot make', async (t) => {
  const rising = await visitConsole(debrief, 'member', mine, 'rhea@people.example', 'Rhea Rising');
  const rhea = (await members()).find(({ account }) => account.email === 'rhea@people.example');
  const asked = { do: 'make-owner', id: rhea?.id ?? '' };
  t.notMatch((await admin.get(people)).text, 'Make an owner of');
  t.equal((await admin.post(people, asked)).status, 403);
  t.equal((await agent.post(people, asked)).status, 403);
  t.match(await stranger.post(people, asked), { status: 422, text: /Member not found/ });
  t.equal((await rising.get('/settings/health')).status, 403);
  t.match((await owner.get(people)).text, 'Make an owner of Rhea Rising');
  t.match((await owner.post(people, asked)).text, 'Rhea Rising is an owner of the organization now');
  t.equal((await rising.get('/settings/health')).status, 200);
  t.notMatch((await owner.get(people)).text, 'Make an owner of Rhea Rising');
  const { member: unproven } = await debrief.operate('addMember', {
    ...{ email: 'una@people.example', name: 'Una', role: 'member', integration_id: mine.id },
  });
  t.match(await owner.post(people, { ...asked, id: unproven.id }), {
    ...{ status: 422, text: /Nothing has shown yet that this e-mail is theirs/ },
  });
  const { data } = await debrief.operate('listMembers', { organization_id: mine.organization_id });
  const ownership = data.find((one) => one.role === 'owner' && one.account.id === rhea?.account.id);
  for (const id of [ownership?.id, rhea?.id, unproven.id])
    t.match((await owner.post(people, { do: 'remove', id: id ?? '' })).text, 'has been removed');
  t.equal((await rising.get(people)).status, 303);
});

t.test('every page says who is signed in, and as what', async (t) => {
  for (const [visitor, role] of [
    [agent, 'member'],
    [admin, 'admin'],
    [owner, 'owner'],
  ] as const)
    for (const path of ['/calls', '/nowhere'])
      t.match((await visitor.get(path)).text, `Signed in as Pat Person (${role})`);
});

t.test('an admin removes a member but neither themselves nor an owner', async (t) => {
  await visitConsole(debrief, 'member', mine, 'lee@people.example');
  const { html, text } = await admin.get(people);
  t.match(text, /Pat Person \(you\) ada@people.example Admin.* olga@people.example Owner/);
  const [lee, ada] = await Promise.all(
    ['lee@people.example', 'ada@people.example'].map(async (email) =>
      (await members()).find(({ account }) => account.email === email),
    ),
  );
  t.match(html, `value="${lee?.id}"`);
  t.notMatch(html, `value="${ada?.id}"`);
  t.match(await admin.post(people, { do: 'remove', id: ada?.id ?? '' }), {
    status: 422,
    text: /cannot remove yourself/,
  });
  const { data } = await debrief.operate('listMembers', { organization_id: mine.organization_id });
  const olga = data.find(({ role }) => role === 'owner');
  t.match(await admin.post(people, { do: 'remove', id: olga?.id ?? '' }), {
    status: 422,
    text: /Member not found/,
  });
  t.equal((await stranger.post(people, { do: 'remove', id: lee?.id ?? '' })).status, 422);
  t.equal((await members()).length, 3);
  t.match(
    (await admin.post(people, { do: 'remove', id: lee?.id ?? '' })).text,
    /Pat Person has been removed/,
  );
  t.equal((await members()).length, 2);
});

t.test('an invitation that is refused says why, and keeps what was typed', async (t) => {
  const given = { do: 'invite', 'invited-name': 'Nia <i>', role: 'ADMIN', external: 'crm-7' };
  for (const [fields, why] of [
    [{ email: 'nia' }, /Give a whole e-mail address/],
    [{ email: `${'n'.repeat(300)}@people.example` }, /Give a whole e-mail address/],
    [{ email: 'nia@people.example', 'invited-name': 'n'.repeat(513) }, /The name is too long/],
    [{ email: 'nia@people.example', external: 'x'.repeat(256) }, /at most 255 printable/],
    [{ email: 'nia@people.example', agent: user.id, external: 'other' }, /not both/],
    [{ email: 'nia@people.example', agent: contact.id }, /That agent is not here any more/],
  ] as const) {
    const refused = await admin.post(people, { ...given, ...fields });
    t.match(refused, { status: 422, text: why });
    t.match(refused.html, `id="email" name="email" type="email" value="${fields.email}"`);
    t.match(refused.html, '<option value="ADMIN" selected>');
    if (!('external' in fields)) t.match(refused.html, 'value="crm-7"');
  }
  t.match((await admin.get(people)).text, 'No open invitation');
  t.equal((await admin.post(people, { ...given, email: 'nia@people.example' })).status, 200);
  const other = await admin.post(people, { ...given, email: 'nia@people.example', external: 'crm-8' });
  t.match(other, { status: 422, text: /open invitation for this e-mail that says something else/ });
  const id = idOf(other.html, 'Withdraw');
  t.match((await admin.post(people, { do: 'withdraw', id })).text, 'has been withdrawn');
});

t.test('an invitation is sent again and withdrawn', async (t) => {
  const { body } = await mine.api.post('/invitations', {
    ...{ email: 'new@people.example', external_user_id: 'new', invited_by_user_id: user.id },
  });
  const { html } = await admin.get(people);
  t.equal(idOf(html, 'Send again'), body.id);
  t.match((await admin.post(people, { do: 'resend', id: body.id })).text, /goes to new@people.example again/);
  t.match((await stranger.post(people, { do: 'withdraw', id: body.id })).status, 422);
  t.match((await admin.post(people, { do: 'withdraw', id: body.id })).text, /has been withdrawn/);
  t.match((await admin.get(people)).text, 'No open invitation');
  t.match((await admin.post(people, { do: 'resend', id: body.id })).status, 422);
});

t.test('a team is made, gets an agent, and is one to look at in insights', async (t) => {
  for (const name of [' ', 'x'.repeat(513), 'a\0b'])
    t.match(await admin.post(people, { do: 'new-team', name }), {
      ...{ status: 422, text: /Give the team a name of at most 512 characters/ },
    });
  const made = await admin.post(people, { do: 'new-team', name: 'North <b>' });
  t.match(await admin.post(people, { do: 'new-team', name: 'North <b> ' }), {
    ...{ status: 422, text: /There is a team of this name already/ },
    html: /id="name" name="name" type="text" value="North &#60;b&#62; "/,
  });
  const [, team = ''] = /who&#61;team:([^"]+)|who=team:([^"]+)/.exec(made.html)?.filter(Boolean) ?? [];
  t.match(made.text, /North <b> · Insights.*Nobody is in it yet/);
  const membership = { team, user: user.id };
  t.match((await admin.post(people, { do: 'put-in', ...membership })).text, `${user.name} Take out`);
  t.match((await admin.get('/insights')).text, 'Team North <b>');
  t.equal((await stranger.post(people, { do: 'take-out', ...membership })).status, 422);
  t.match((await admin.post(people, { do: 'take-out', ...membership })).text, 'Nobody is in it yet');
});

t.test('whoever only invites others is no agent of any list, until they have calls', async (t) => {
  const email = 'mona@people.example';
  const mona = await visitConsole(debrief, 'admin', mine, email, 'Mona Manager');
  await mona.post(people, { do: 'invite', email: 'nora@people.example', role: 'MEMBER' });
  const known = async () => (await mine.api.get(`/users?email=${email}`)).body.data;
  t.equal((await known()).length, 1, 'every invitation has an inviter, who is a user');
  const lists = ['/calls', '/insights', '/calls/upload', people];
  const offers = /<option[^>]*>Mona Manager/;
  for (const path of lists) t.notMatch((await admin.get(path)).html, offers, path);
  const counted = async () =>
    /member.*? (\d+) agent/.exec((await admin.get('/settings/integrations')).text)?.[1];
  const before = Number(await counted());
  await submitAndRead(mine.api, { user_email: email });
  for (const path of lists) t.match((await admin.get(path)).html, offers, path);
  t.equal(Number(await counted()), before + 1);
});

t.test('on a phone long e-mails and names are shown whole, also by what is asked for first', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const long = (name: string) => `${name}.${'easternbranchoffice'.repeat(2)}@people.example`;
  await submitAndRead(mine.api, { user_email: long('tom') });
  await visitConsole(debrief, 'member', mine, long('tom'), 'Bartholomew'.repeat(5));
  const page = await console.open(owner, people);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('E-mail').fill(long('ivy'));
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('heading', { name: 'is invited' }).waitFor();
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  const whose = page.getByLabel('Whose calls are theirs');
  const line = await whose.boundingBox();
  await whose.selectOption({ label: `Ada Agent (${long('tom')})` });
  const lines = await whose.boundingBox();
  t.ok(line && lines && lines.height > line.height, 'what is chosen goes on below');
  t.strictSame(await page.evaluate(tooWide), []);
});

t.test('its page can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console !== null) await console.isReadable(t, await console.open(owner, people));
});
