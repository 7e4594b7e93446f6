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
const page = '/settings/judging';
const rubrics = `${page}/rubrics`;

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
  await admin.post(`${page}/categories`, {});
  const { categories } = await debrief.cli<{ categories: unknown }>('integrations', 'show', mine.id);
  t.equal(categories, null);
});

t.test('outcomes get names of the team, which calls have from then on', async (t) => {
  const twice = await admin.post(`${page}/labels`, {
    appointment_set: 'Measured',
    callback_requested: 'Measured',
  });
  t.match(twice, { status: 422, text: /Measured/ });
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
  const [agent, contact] = [agents[0], contacts[0]];
  const file = join(t.testdir({}), 'call.txt');
  const names = ['--agent', agent.name, '--contact', contact.name];
  await eventually(
    async () => {
      await writeFile(file, spoken(agent, contact, `pagoda ${Math.random()}`));
      await debrief.cli(...['submit', '--transcript', file, '--integration', mine.id, ...names]);
      return (await admin.get('/calls')).text;
    },
    (text) => text.includes('Visit booked'),
  );
});

t.test('it can be read by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  await console.isReadable(t, await console.open(admin, page));
});
