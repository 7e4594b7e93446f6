import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { unescaped, visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { agents, contacts, spoken } from './harness/spoken-calls.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const file = join(t.testdir({}), 'call.txt');
const [agent, contact] = [agents[0], contacts[0]];
await writeFile(file, spoken(agent, contact, 'pagoda'));
await debrief.cli(
  ...['submit', '--transcript', file, '--integration', mine.id],
  ...['--agent', agent.name, '--contact', contact.name],
);
const { data } = (await mine.api.get('/calls')).body;
const callId: string = data[0].id;
const admin = await visitConsole(debrief, 'admin', mine);
const theirs = await debrief.createIntegration();
const stranger = await visitConsole(debrief, 'admin', theirs);
const page = '/settings/judging';
const rubrics = `${page}/rubrics`;
const MOST_TRIES = 4;
const ours = {
  name: 'ours',
  title: 'Ours <b>',
  extends: 'general-sales',
  criteria: [{ id: 'opening', weight: 50 }],
};
const shownText = (html: string) => unescaped(/<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? '');

const asJson = async (name: string) =>
  JSON.parse(shownText((await admin.get(`${rubrics}/${name}?as=json`)).html));
const version = async (of: string) =>
  /name="version" value="([^"]+)"/.exec((await admin.get(`${rubrics}/${of}`)).html)?.[1] ?? '';
/** As the form sends it. */
const focus = {
  'focus-month-0': '2026-12',
  'focus-criterion-0': 'listening',
  'focus-note-0': 'Let them end',
};

t.test('every fault of a rubric is listed at once, and nothing is stored', async (t) => {
  t.match(await admin.post(rubrics, { do: 'set', rubric: '{' }), { status: 422, text: /This is not JSON/ });
  const faulty = {
    ...ours,
    title: '',
    criteria: [{ id: 'opening', weight: -1, indicators: [{ indicator: 'nope' }] }],
  };
  for (const act of ['try', 'set']) {
    const refused = await admin.post(rubrics, { do: act, rubric: JSON.stringify(faulty) });
    t.equal(refused.status, 422);
    t.match(refused.text, /ours: title must be/);
    t.match(refused.text, /ours: criterion opening: weight must be/);
    t.equal(shownText(refused.html), JSON.stringify(faulty), 'what was typed is still there');
  }
  t.notMatch((await admin.get(page)).text, 'Ours');
});

t.test('a rubric is tried on a stored call, without being stored', async (t) => {
  const tried = await admin.post(rubrics, { do: 'try', rubric: JSON.stringify(ours), call: callId });
  t.equal(tried.status, 200);
  t.match(tried.text, `What it makes of this call Call ${agent.name} with ${contact.name} Rating`);
  t.match(tried.html, `<a href="/calls/${callId}">`);
  t.match(tried.text, /By ours@team-1\+general-sales@\d+, and the built-in coach/);
  t.notMatch((await admin.get(page)).text, 'Ours');
  const rated = /Rating With the new rubric (\d\.\d) of 5 ; before (\d\.\d) of 5/;
  t.match(tried.text, rated);
  // As it is, it makes what the stored analysis says.
  const same = { name: 'same', title: 'Same', extends: 'general-sales' };
  const again = await admin.post(rubrics, { do: 'try', rubric: JSON.stringify(same), call: callId });
  const [, now, before] = rated.exec(again.text) ?? [];
  t.ok(now !== undefined && now === before, again.text);
  t.match(
    (await stranger.post(rubrics, { do: 'try', rubric: JSON.stringify(ours), call: callId })).status,
    404,
  );
});

t.test('a rubric is set, shown, and judges the calls of its category', async (t) => {
  const set = await admin.post(rubrics, { do: 'set', rubric: JSON.stringify(ours) });
  t.match(set.text, /Ours <b> .* Calls are judged by it from now on/);
  t.match(JSON.parse(shownText((await admin.get(`${rubrics}/ours?as=json`)).html)), ours);
  t.notMatch((await stranger.get(page)).text, 'Ours');
  const categories = { 'category-0': 'first', 'kind-0': 'call', 'rubric-0': 'ours', 'category-1': 'sales' };
  t.match((await admin.post(`${page}/categories`, categories)).text, /Ours <b> Your own .* first/);
  const refused = await eventually(
    async () => JSON.stringify((await mine.api.post('/calls', { ai_category: 'other' })).body),
    (body) => body.includes('ai_category'),
  );
  t.match(refused, 'ai_category');
  const { body } = await mine.api.get(`/calls/${callId}`);
  t.equal(body.id, callId);
});

t.test('weights, points, what is left out and what the team works on are set by fields', async (t) => {
  const form = (await admin.get(`${rubrics}/new?from=discovery`)).html;
  const present = Object.fromEntries(
    [
      ...form.matchAll(/<input class="form-control" id="((?:weight|points)-[^"]+)"[^>]* value="([^"]*)"/g),
    ].map(([, name = '', value = '']) => [name, value]),
  );
  t.ok(Object.keys(present).length > 20);
  const first = {
    do: 'set',
    shown: '',
    base: 'discovery',
    version: await version('new?from=discovery'),
    fields: 'yes',
    name: 'by-fields',
    title: 'By fields',
  };
  const wrong = await admin.post(rubrics, { ...first, ...present, 'weight-opening': 'much' });
  t.match(wrong, { status: 422, text: /The weight of Opening must be a number above 0/ });
  t.match(wrong.html, 'value="much"', 'what was typed is still there');
  const changes = { 'weight-opening': '7,5', 'points-listening-recapped': '9', 'leave-offer': 'yes' };
  const set = await admin.post(rubrics, { ...first, ...present, ...changes, ...focus });
  t.match(set, { status: 200, text: /Calls are judged by it from now on/ });
  t.same(await asJson('by-fields'), {
    ...{ name: 'by-fields', title: 'By fields', extends: 'discovery' },
    focus: [{ month: '2026-12', criterion: 'listening', note: 'Let them end' }],
    criteria: [
      { id: 'opening', weight: 7.5 },
      { id: 'listening', indicators: [{ indicator: 'recapped', points: 9 }] },
    ],
    without: ['offer'],
  });
  const taken = await admin.post(rubrics, { ...first, ...present });
  t.match(taken, { status: 422, text: /There is a rubric of this name already/ });
});

t.test('a form changes what it says, and nothing that somebody else has changed since', async (t) => {
  const again = {
    do: 'set',
    shown: 'by-fields',
    version: await version('by-fields'),
    fields: 'yes',
    title: 'By fields',
    'back-offer': 'yes',
    ...focus,
  };
  await admin.post(rubrics, { ...again, 'weight-opening': '1' });
  t.match(await asJson('by-fields'), {
    criteria: [{ id: 'opening', weight: 1 }, { id: 'listening' }],
    without: [],
  });
  const outdated = await admin.post(rubrics, { ...again, 'weight-opening': '2' });
  t.match(outdated, { status: 422, text: /Somebody has changed this rubric since you opened it/ });
  t.match(outdated.html, /name="weight-opening"[^>]* value="1"/, 'what it says now is shown');
  const json = { do: 'set', shown: 'by-fields', version: again.version, rubric: '{"name":"by-fields"}' };
  const typed = await admin.post(rubrics, json);
  t.equal(typed.status, 422);
  t.equal(shownText(typed.html), json.rubric, 'what was typed is still there');
  t.match(await asJson('by-fields'), { criteria: [{ id: 'opening', weight: 1 }, { id: 'listening' }] });
});

t.test('a built-in rubric is tried with other weights', async (t) => {
  const built = {
    do: 'try',
    shown: 'renewal',
    version: await version('renewal'),
    fields: 'yes',
    title: 'Renewal',
    'weight-closing': '0',
  };
  t.match((await admin.post(rubrics, { ...built, call: callId })).text, /must be a number above 0/);
  t.match(
    (await admin.post(rubrics, { ...built, 'weight-closing': '4', call: callId })).text,
    /By renewal@team-1/,
  );
});

t.test('a rubric says which others follow it, before and after it is changed', async (t) => {
  const own = { name: 'renewal', title: 'Our renewal', extends: 'renewal' };
  await stranger.post(rubrics, { do: 'set', rubric: JSON.stringify(own) });
  t.match(
    (await stranger.get(`${rubrics}/general-sales`)).text,
    /What is changed here is changed for .*Discovery.*Our renewal.* as well/,
  );
  t.notMatch((await stranger.get(`${rubrics}/renewal`)).text, 'What is changed here');
  const set = await stranger.post(rubrics, {
    ...{ do: 'set', shown: 'general-sales', version: await version('general-sales') },
    ...{ fields: 'yes', title: 'General sales', 'leave-closing': 'yes' },
  });
  t.match(set.text, /from now on\. What was changed holds for .*Discovery.*Our renewal.* as well/);
});

t.test('it can be used by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const settings = await console.open(admin, page);
  await console.isReadable(t, settings);
  await settings.getByRole('link', { name: 'Ours' }).click();
  // A busy coach is asked again, as people do: the page says so.
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const [answer] = await Promise.all([
      settings.waitForResponse((response) => response.request().method() === 'POST'),
      settings.getByRole('button', { name: 'Try it' }).click(),
    ]);
    if (answer.status() < 500) break;
    await settings.goto(`${console.url}${rubrics}/ours`);
  }
  await settings.getByText('What it makes of this call').waitFor();
  await settings.getByText('Points of').first().click();
  await console.isReadable(t, settings);
  await settings.getByRole('link', { name: 'are written as JSON' }).click();
  await settings.getByLabel('The rubric, as JSON').waitFor();
  await console.isReadable(t, settings);
});

t.test('a rubric is switched in a browser', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const settings = await console.open(admin, `${rubrics}/ours`);
  await settings.locator('#weight-opening').fill('60');
  await settings.getByRole('button', { name: 'Use it from now on' }).click();
  await settings.getByText('Calls are judged by it from now on').waitFor();
  const now = await admin.get(`${rubrics}/ours?as=json`);
  t.match(JSON.parse(shownText(now.html)), { criteria: [{ id: 'opening', weight: 60 }] });
  await settings.goto(console.url + page);
  await settings.locator('#category-0').fill('windows');
  await settings.locator('#rubric-0').selectOption('ours');
  await settings.getByRole('button', { name: 'Change the categories' }).click();
  await settings.getByText('windows').first().waitFor();
  const { categories } = await debrief.cli<{ categories: unknown }>('integrations', 'show', mine.id);
  t.match(categories, [{ name: 'windows', rubric: 'ours' }]);
});
