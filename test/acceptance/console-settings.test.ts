import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { submitAndRead } from './harness/submissions.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const { contact } = await submitAndRead(mine.api, {
  ...{ user_email: 'maria@settings.example', contact_name: 'Zacharias <i>Quill</i>' },
});
const agent = await visitConsole(debrief, 'member', mine, 'maria@settings.example');
const admin = await visitConsole(debrief, 'admin', mine, 'ada@settings.example');
const owner = await visitConsole(debrief, 'owner', mine, 'olga@settings.example');
const theirs = await debrief.createIntegration();
const stranger = await visitConsole(debrief, 'owner', theirs);
const people = '/settings/people';

t.test('settings are for admins and owners', async (t) => {
  for (const path of [people, '/settings/data', `/settings/data/contacts/${contact.id}`])
    t.equal((await agent.get(path)).status, 403, path);
  t.equal((await agent.post(people, { do: 'new-team', name: 'Mine' })).status, 403);
  const erased = await agent.post(`/settings/data/contacts/${contact.id}`, { name: contact.name });
  t.equal(erased.status, 403);
  t.notMatch((await agent.get('/account')).html, '/settings/');
});

t.test(
  'integrations are listed for whoever sets them up, with the way to the settings of each',
  async (t) => {
    const list = '/settings/integrations';
    const { organization_id } = mine;
    const sibling = await debrief.operate('createIntegration', {
      ...{ organization_id, name: 'Second <b>CRM</b>', cadences: [] },
    });
    t.equal((await agent.get(list)).status, 403);
    const shown = await owner.get(list);
    t.match(
      shown.text,
      /CRM 3 members, 1 agent Not told Every week \d+ \w+ \d{4}, [\d:]+ UTC You are here Settings of CRM/,
    );
    t.match(
      shown.text,
      /Second <b>CRM<\/b> 1 member, 0 agents Not told Not at fixed times None yet Go to the settings of Second/,
    );
    const own = await admin.get(list);
    t.match(own.text, /CRM 3 members, 1 agent/);
    t.notMatch(own.text, 'Second', 'an admin sees theirs');
    t.notMatch((await stranger.get(list)).text, 'Second');
    const gone = await owner.post('/places', { integration: sibling.id, next: 'settings' });
    t.equal(gone.location, '/settings/data');
    t.match((await owner.get(gone.location ?? '')).text, /Settings of Second/);
    await owner.post('/places', { integration: mine.id, next: 'elsewhere' });
    t.match((await owner.get('/settings/data')).text, 'Settings of CRM');
    const console = await openConsole(t);
    if (console !== null) await console.isReadable(t, await console.open(owner, list));
  },
);

t.test('what is longer than a form may hold, or than a name, is refused in words', async (t) => {
  const long = await admin.post(people, { do: 'new-team', name: 'x'.repeat(70_000) });
  t.match(long, { status: 413, text: /more than a form may hold, and nothing was changed/ });
  for (const name of ['x'.repeat(513), 'a\0b'])
    t.match(await admin.post('/settings/keys', { name, access: 'read-only', integration: mine.id }), {
      ...{ status: 422, text: /The name has at most 512 characters/ },
    });
  t.notMatch((await admin.get('/settings/keys')).html, 'xxxx');
});

t.test('an owner sets how long data is kept, and an admin reads it', async (t) => {
  const path = '/settings/data/retention';
  t.equal((await admin.post(path, { text_days: '1', audio_days: '1' })).status, 403);
  const wrong = await owner.post(path, { text_days: '0', audio_days: 'long' });
  t.match(wrong, { status: 422, text: /Texts are kept for 1 to.*Sound is kept for 0 to/ });
  t.match((await owner.post(path, { text_days: '365', audio_days: '' })).text, 'Kept for 365 days');
  const { text, html } = await admin.get('/settings/data');
  t.match(text, /Texts Kept for 365 days Sound As your operator has set it/);
  t.notMatch(html, 'name="text_days"');
});

t.test('of two who change settings at once the later one is told, and shown what they are', async (t) => {
  const path = '/settings/data/coaching';
  const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
  const version = versionIn((await admin.get('/settings/data')).html);
  const given = { weekly: 'on', review_days: '8', agenda_mails: 'on', version };
  t.equal((await owner.post(path, given)).status, 200);
  t.equal((await owner.post(path, given)).status, 200, 'sent again it is stored already');
  for (const [form, fields] of [
    [path, { review_days: '9' }],
    ['/settings/data/retention', { text_days: '30', audio_days: '' }],
    ['/settings/data/signals', { signals: 'off' }],
    ['/settings/judging/categories', { 'category-0': 'sales' }],
  ] as const) {
    const late = await owner.post(form, { ...fields, version });
    t.match(late, { status: 422, text: /Somebody has changed these settings/ }, form);
    t.notMatch(late.html, /value="(9|30|sales)"/, 'what is set is shown, not what was sent');
  }
  t.match(await debrief.operate('updateIntegration', { id: mine.id }), {
    ...{ cadences: ['weekly'], review_days: 8, signals: true, categories: null, text_days: 365 },
  });
  const late = await owner.post(path, { ...given, review_days: '7' });
  const again = { ...given, review_days: '7', version: versionIn(late.html) };
  t.match(await owner.post(path, again), { status: 200, text: /Agents are coached like this/ });
});

t.test('an admin sets when agents are coached, and an owner whether they are profiled', async (t) => {
  const [coaching, signals] = ['/settings/data/coaching', '/settings/data/signals'];
  const given = { weekly: 'on', monthly: 'on', review_days: '5' };
  const settings = () => debrief.operate('updateIntegration', { id: mine.id });
  for (const path of [coaching, signals]) t.equal((await agent.post(path, given)).status, 403);
  t.equal((await admin.post(signals, { signals: 'off' })).status, 403);
  for (const review_days of ['367', '-1', '1.5', 'soon', '']) {
    const refused = await admin.post(coaching, { ...given, review_days });
    t.match(refused, { status: 422, text: /0 to 366 whole days/ }, review_days);
    t.match(refused.html, 'name="monthly" checked', 'what was chosen stays chosen');
  }
  t.match(await settings(), { cadences: ['weekly'], review_days: 7, agenda_mails: true, signals: true });
  t.match((await admin.post(coaching, given)).text, 'Agents are coached like this from now on');
  t.match(await settings(), { cadences: ['weekly', 'monthly'], review_days: 5, agenda_mails: false });
  t.match(await owner.post(signals, { signals: 'maybe' }), { status: 422, text: /Choose whether/ });
  t.match((await owner.post(signals, { signals: 'off' })).text, 'Profiles are inferred no more');
  t.match(await settings(), { signals: false, cadences: ['weekly', 'monthly'], review_days: 5 });
  const { html, text } = await admin.get('/settings/data');
  t.match(html, /name="weekly" checked[\s\S]*name="semimonthly">[\s\S]*name="monthly" checked/);
  t.match(text, 'No profiles of agents are inferred. An owner of the organization can change it.');
  t.notMatch(html, 'name="signals"');
  t.match(
    (await admin.get('/settings/audit')).text,
    /Changed settings whether profiles are inferred: no, before: yes .*Changed settings when a period ends; days to answer an agenda: 5, before: 7; whether agents are mailed: no, before: yes /,
  );
});

t.test('its pages can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  for (const [visitor, path] of [
    [owner, '/settings/data'],
    [admin, `/settings/data/contacts/${contact.id}`],
  ] as const)
    await console.isReadable(t, await console.open(visitor, path));
});

t.test('a contact is found, and erased no sooner than their name is typed', async (t) => {
  const path = `/settings/data/contacts/${contact.id}`;
  const left = async () => (await mine.api.get('/contacts')).body.data.length;
  t.match((await admin.get('/settings/data?find=quill')).html, `href="${path}"`);
  t.notMatch((await stranger.get('/settings/data?find=quill')).html, path);
  t.equal((await stranger.get(path)).status, 404);
  t.equal((await stranger.post(path, { name: contact.name })).status, 404);
  t.match(await admin.get(path), { status: 200, text: /This cannot be undone.*Zacharias <i>Quill/ });
  t.match(await admin.post(path, { name: 'quill' }), { status: 422, text: /nothing was erased/ });
  t.equal(await left(), 1);
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.open(admin, '/settings/data');
  await page.getByLabel('Name of a contact or an agent').fill('quill');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator(`a[href="${path}"]`).click();
  await page.getByLabel('to confirm').fill(contact.name);
  await page.getByRole('button', { name: /^Erase .* for good$/ }).click();
  await page.getByText('The contact is erased').waitFor();
  await console.isReadable(t, page);
  t.equal(await left(), 0);
  t.equal((await admin.get(`/calls?contact=${contact.id}`)).text.includes('Quill'), false);
});
