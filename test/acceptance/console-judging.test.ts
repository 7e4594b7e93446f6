import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { agents, contacts, spoken } from './harness/spoken-calls.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const member = await visitConsole(debrief, 'member', mine);
const admin = await visitConsole(debrief, 'admin', mine);
const stranger = await visitConsole(debrief, 'admin', await debrief.createIntegration());
const page = '/settings/judging';
const rubrics = `${page}/rubrics`;
const folder = t.testdir({});

async function submitCall(): Promise<void> {
  const [agent, contact] = [agents[0], contacts[0]];
  const file = join(folder, 'call.txt');
  await writeFile(file, spoken(agent, contact, `pagoda ${Math.random()}`));
  const names = ['--agent', agent.name, '--contact', contact.name];
  await debrief.cli(...['submit', '--transcript', file, '--integration', mine.id, ...names]);
}

async function storedCall(): Promise<{ id: string }> {
  return (await mine.api.get('/calls')).body.data[0];
}

t.test('what calls are judged by is for admins', async (t) => {
  for (const path of [page, `${rubrics}/new`, `${rubrics}/general-sales`])
    t.equal((await member.get(path)).status, 403, path);
  for (const path of [`${page}/labels`, `${page}/categories`, rubrics])
    t.equal((await member.post(path, { do: 'set', rubric: '{}' })).status, 403, path);
  t.equal((await admin.get(`${rubrics}/nothing`)).status, 404);
});

t.test('categories are refused with everything that is wrong, and removed by an empty name', async (t) => {
  const wrong = { 'category-0': 'twice', 'category-1': 'twice', 'rubric-1': 'nothing' };
  t.match(await admin.post(`${page}/categories`, wrong), {
    status: 422,
    text: /“twice” is there twice.*names the rubric “nothing”, which does not exist/,
  });
  for (const name of ['x'.repeat(513), 'a\0b'])
    t.match(await admin.post(`${page}/categories`, { 'category-0': name }), {
      ...{ status: 422, text: /has more than 512 characters, or some that cannot be stored/ },
    });
  await admin.post(`${page}/categories`, {});
  const { categories } = await debrief.cli<{ categories: unknown }>('integrations', 'show', mine.id);
  t.equal(categories, null);
});

t.test('outcomes get names of the team, which calls have from then on', async (t) => {
  const twice = await admin.post(`${page}/labels`, {
    appointment_set: 'Measured',
    callback_requested: 'Measured',
  });
  t.match(twice, {
    status: 422,
    text: /“Measured” cannot be the name of both Appointment Set and Callback Requested/,
  });
  for (const name of ['x'.repeat(61), 'a\0b']) {
    const unfit = await admin.post(`${page}/labels`, { appointment_set: name });
    t.match(unfit, { status: 422, text: /has more than 60 characters, or some that cannot be stored/ });
  }
  const form = /"\/settings\/judging\/labels">.*?name="version" value="([^"]+)"/s.exec(
    (await admin.get(page)).html,
  );
  const opened = { version: form?.[1] ?? '' };
  const renamed = await admin.post(`${page}/labels`, { ...opened, appointment_set: 'Visit booked' });
  t.match(renamed.text, 'Calls that are judged from now on have these outcomes');
  t.match(renamed.html, 'value="Visit booked"');
  const outdated = await admin.post(`${page}/labels`, { ...opened, appointment_set: 'Too late' });
  t.match(outdated, { status: 422, text: /Somebody has changed these settings/ });
  t.match(outdated.html, 'value="Visit booked"', 'what they are now is shown');
  await eventually(
    async () => {
      await submitCall();
      return (await admin.get('/calls')).text;
    },
    (text) => text.includes('Visit booked'),
  );
});

t.test('names of outcomes are tried on a stored call, without being stored', async (t) => {
  const { id } = await storedCall();
  const names = { appointment_set: 'Tried name', callback_requested: 'Rang back' };
  const tried = await eventually(
    () => admin.post(`${page}/labels`, { do: 'try', ...names, 'labels-call': id }),
    ({ text }) => / before (Visit booked|Appointment Set) /.test(text),
  );
  t.equal(tried.status, 200);
  t.match(
    tried.text,
    /What it makes of this call Call .* Rating With these settings .* Outcome Tried name; before (Visit|Appointment)/,
  );
  t.match(tried.text, /Judged by General sales : its category “sales” names no rubric/);
  t.match(tried.html, 'value="Rang back"', 'what was typed is still there');
  t.match((await admin.get(page)).html, 'value="Visit booked"');
  t.notMatch((await admin.get(page)).html, 'Tried name');
  const wrong = await admin.post(`${page}/labels`, {
    ...{ do: 'try', appointment_set: 'Unclear', 'labels-call': id },
  });
  t.match(wrong, { status: 422, text: /cannot be the name of both Appointment Set and Unclear/ });
  const foreign = await stranger.post(`${page}/labels`, { do: 'try', ...names, 'labels-call': id });
  t.equal(foreign.status, 404);
});

t.test('categories are tried on a stored call, without being stored', async (t) => {
  const { id } = await storedCall();
  const tried = async (given: Record<string, string>) =>
    admin.post(`${page}/categories`, { do: 'try', 'categories-call': id, ...given });
  const renewal = await tried({ 'category-0': 'sales', 'kind-0': 'call', 'rubric-0': 'renewal' });
  t.match(renewal, { status: 200, text: /Judged by Renewal : its category “sales” names it/ });
  t.match(renewal.text, /By renewal@\d+\+general-sales@team-\d+\+general-sales@\d+, and the built-in coach/);
  t.match(renewal.html, 'value="sales"', 'what was typed is still there');
  const roleplay = await tried({ 'category-0': 'sales', 'kind-0': 'roleplay' });
  t.match(roleplay.text, /Judged by Roleplay training : its category “sales” names no rubric/);
  const refused = await tried({ 'category-0': 'renewals', 'kind-0': 'call' });
  t.match(refused.text, /It was sent as “sales”, which is none of these categories/);
  const wrong = await tried({ 'category-0': 'sales', 'rubric-0': 'nothing' });
  t.match(wrong, { status: 422, text: /“sales” names the rubric “nothing”, which does not exist/ });
  t.equal((await stranger.post(`${page}/categories`, { do: 'try', 'categories-call': id })).status, 404);
  const { categories } = await debrief.cli<{ categories: unknown }>('integrations', 'show', mine.id);
  t.equal(categories, null);
});

t.test('it can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  await console.isReadable(t, await console.open(admin, page));
});
