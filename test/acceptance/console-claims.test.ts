import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { agents, contacts, spoken } from './harness/spoken-calls.ts';

const debrief = await sharedDebrief(t);
const mine = await debrief.createIntegration();
const file = join(t.testdir({}), 'call.txt');
// A name of this file's own: an e-mail is made of it, which has one account.
const [agent, contact] = [{ ...agents[0], name: 'Xanthippe Claimsworth' }, contacts[0]];
await writeFile(file, spoken(agent, contact, 'gazebo'));
await debrief.cli(
  ...['submit', '--transcript', file, '--integration', mine.id, '--agent', agent.name],
  ...['--contact', contact.name],
);
const call = (await mine.api.get('/calls')).body.data[0];
const user = (await mine.api.get(`/users?external_user_id=${call.external_user_id}`)).body.data[0];
const own = await visitConsole(debrief, 'member', mine, user.email);
const other = await visitConsole(debrief, 'member', mine);
const admin = await visitConsole(debrief, 'admin', mine);
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());
const path = `/calls/${call.id}`;
const { rating } = (await mine.api.get(`/calls/${call.id}/analysis`)).body;
const [criterion] = rating.criteria.filter(
  ({ indicators }: { indicators: object[] }) => indicators.length > 0,
);
const [{ indicator, text }] = criterion.indicators;
const point = { claim: `rating.criteria.${criterion.id}`, indicator };
const marked = () =>
  debrief.cli<{ claim_id: string; fault: string; claim: string }[]>(
    'analyses',
    'wrong',
    '--integration',
    mine.id,
  );

t.test('an agent says that a claim is wrong, which their manager sees', async (t) => {
  const before = await mine.api.get(`/calls/${call.id}/analysis`);
  t.equal((await own.post(`${path}/claims`, { ...point, fault: 'means_otherwise' })).status, 303);
  t.match((await own.get(path)).text, /You say that this is wrong It means something else\. Take it back/);
  t.match(
    (await admin.get(path)).text,
    /Somebody says that this is wrong It means something else\. This is wrong/,
  );
  const after = await mine.api.get(`/calls/${call.id}/analysis`);
  t.strictSame(after.body, before.body, 'it changes nothing of the analysis');
});

t.test('it is printed with the claim, to learn from', async (t) => {
  const [first] = await marked();
  t.match(first, { claim_id: point.claim, indicator, fault: 'means_otherwise', claim: text });
});

t.test('nobody marks a claim of a call that they may not see, or one that is not there', async (t) => {
  for (const visitor of [other, stranger])
    t.equal((await visitor.post(`${path}/claims`, { ...point, fault: 'not_said' })).status, 404);
  for (const claim of [
    'action_items.primary.77',
    'objections.nothing.0',
    'rating.criteria.nothing',
    'nothing',
    '__proto__.constructor.0',
  ])
    t.equal(
      (await admin.post(`${path}/claims`, { claim, indicator: '', fault: 'not_said' })).status,
      404,
      claim,
    );
  t.equal((await admin.post(`${path}/claims`, { ...point, fault: 'anything' })).status, 404);
  t.equal((await marked()).length, 1);
});

t.test('whoever said so takes it back', async (t) => {
  await admin.post(`${path}/claims`, { ...point, fault: '' });
  t.equal((await marked()).length, 1, 'it was not theirs');
  await own.post(`${path}/claims`, { ...point, fault: '' });
  t.strictSame(await marked(), []);
});

t.test('it can be done by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.open(admin, path);
  await page.getByText('What was heard').first().click();
  await page.getByText('This is wrong…').locator('visible=true').first().click();
  await console.isReadable(t, page);
  await page.getByRole('button', { name: 'It was not said' }).locator('visible=true').first().click();
  await page.waitForURL(/#claim-/);
  t.match(await page.textContent('body'), 'You say that this is wrong');
  await console.isReadable(t, page);
});
