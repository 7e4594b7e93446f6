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
// A name of this file's own: an e-mail is made of it, which has one account.
const [agent, contact] = [{ ...agents[0], name: 'Xanthippe Claimsworth' }, contacts[0]];
await writeFile(file, spoken(agent, contact, 'gazebo'));
await debrief.cli(
  ...['submit', '--transcript', file, '--integration', mine.id, '--agent', agent.name],
  ...['--contact', contact.name],
);
const call = (await mine.api.get('/calls')).body.data[0];
const user = (await mine.api.get(`/users?external_user_id=${call.external_user_id}`)).body.data[0];
const own = await visitConsole(debrief, 'member', mine, user.email, agent.name);
const other = await visitConsole(debrief, 'member', mine);
const admin = await visitConsole(debrief, 'admin', mine);
const stranger = await visitConsole(debrief, 'owner', await debrief.createIntegration());
const path = `/calls/${call.id}`;
const analysis = async () => (await mine.api.get(`/calls/${call.id}/analysis`)).body;
const { rating } = await analysis();
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

t.test('admins see all that was marked in one list, with the way to each claim', async (t) => {
  const list = '/settings/judging/wrong';
  t.match((await admin.get('/settings/judging')).html, `href="${list}"`);
  const { html, text: shown } = await admin.get(list);
  t.match(shown, `${text} It means something else ${agent.name} `);
  t.match(html, `<a href="${path}#claim-${point.claim}-${indicator}">${agent.name} with ${contact.name}</a>`);
  t.match(shown, `debrief analyses wrong --integration ${mine.id} --json`);
  for (const visitor of [own, other]) t.equal((await visitor.get(list)).status, 403);
  t.match((await stranger.get(list)).text, /Nobody has said that anything is wrong Under each claim/);
  const console = await openConsole(t);
  if (console !== null) await console.isReadable(t, await console.open(admin, list));
});

t.test('nobody marks a claim of a call that they may not see, or one that is not there', async (t) => {
  for (const visitor of [other, stranger])
    t.equal((await visitor.post(`${path}/claims`, { ...point, fault: 'not_said' })).status, 404);
  for (const claim of [
    'action_items.primary.77',
    'objections.nothing.0',
    'rating.criteria.nothing',
    'nothing',
    'disposition',
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

t.test('how it was judged is what the API says', async (t) => {
  const { engine } = await analysis();
  const { quality } = (await mine.api.get(`/calls/${call.id}/transcript`)).body;
  const { text } = await own.get(path);
  const [, judged = ''] = text.split('How this was judged');
  t.match(judged, `Coach ${engine.name} ${engine.version}`);
  for (const part of engine.rubric_version.split('+')) t.match(judged, part);
  t.match(judged, `Quality of the transcript ${quality}`);
});

t.test(
  'summary, outcome, appointment and the reasons of the rating are claims as well, with their words',
  async (t) => {
    const { summary, disposition, appointment, rating, objections, evidence } = await analysis();
    const texts: Record<string, string> = {
      summary: summary.outcome.summary,
      'disposition.outcomes.0': disposition.outcomes[0],
      appointment: appointment.as_agreed,
      rating: rating.reasoning,
      [point.claim]: criterion.reasoning,
      'objections.outcomes.0': objections.outcomes[0],
    };
    const { html } = await own.get(path);
    for (const claim of Object.keys(texts)) {
      t.match(html, `name="claim" value="${claim}"><input type="hidden" name="indicator" value="">`, claim);
      t.equal((await own.post(`${path}/claims`, { claim, indicator: '', fault: 'of_no_use' })).status, 303);
    }
    t.strictSame(Object.fromEntries((await marked()).map(({ claim_id, claim }) => [claim_id, claim])), texts);
    const met = objections.answers[0] === '' ? 'objections.replies.0' : 'objections.answers.0';
    for (const claim of ['summary', 'disposition.outcomes.0', 'appointment', met]) {
      const words = evidence.filter(({ claim_id }: { claim_id: string }) => claim_id === claim);
      t.ok(words.length > 0, claim);
      const before = unescaped(html.slice(0, html.indexOf(`value="${claim}"`)));
      // Right before the form that contests it.
      const quotes = before.slice(before.lastIndexOf('</p>'));
      for (const { segment_index, quote } of words)
        t.match(quotes, new RegExp(`href="#segment-${segment_index}" data-play="[0-9.]+">`), quote);
    }
    for (const claim of Object.keys(texts))
      await own.post(`${path}/claims`, { claim, indicator: '', fault: '' });
    t.strictSame(await marked(), []);
  },
);

t.test('what was heard of a criterion stands before the way to say that it is wrong', async (t) => {
  const { html } = await own.get(path);
  const form = `value="${point.claim}"><input type="hidden" name="indicator" value="">`;
  const section = html.split('<section class="criterion">').find((one) => one.includes(form)) ?? '';
  t.match(unescaped(section), text);
  t.ok(section.indexOf(form) > section.lastIndexOf('</ul>'));
});

t.test('it can be done by everybody, on a phone and in the dark', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.open(admin, path);
  await page.getByText('What was heard').first().click();
  const size = (of: string) => `parseFloat(getComputedStyle(document.querySelector('${of}')).fontSize)`;
  t.ok(await page.evaluate(`${size('[id^="claim-"] summary')} < ${size('.criterion p')}`), 'it is quieter');
  await page.getByText('This is wrong…').locator('visible=true').first().focus();
  await page.keyboard.press('Enter');
  await console.isReadable(t, page);
  await page.getByRole('button', { name: 'It was not said' }).locator('visible=true').first().click();
  await page.waitForURL(/#claim-/);
  t.match(await page.textContent('body'), 'You say that this is wrong');
  await console.isReadable(t, page);
});

const said = async () => (await mine.api.get(`/calls/${call.id}/transcript`)).body;
/** It waits until nothing else does, which may be long in a run of all tests. */
const coachedWithinMs = 120_000;
const coached = (isNew: (ratio: number) => boolean) =>
  eventually(analysis, ({ conversation }) => isNew(conversation.talk_ratio), coachedWithinMs);

t.test('what was misheard is put right by a manager, and what was heard is still there', async (t) => {
  const [first, second] = (await said()).segments;
  const words = `${first.text} <b>Indeed.</b>`;
  const line = { do: 'line', revision: '0', text: words, role: '' };
  t.notMatch((await own.get(path)).html, `${path}/correct`);
  for (const [visitor, status] of [
    [own, 403],
    [other, 403],
    [stranger, 404],
  ] as const) {
    t.equal((await visitor.get(`${path}/correct`)).status, status);
    t.equal((await visitor.post(`${path}/correct?line=0`, line)).status, status);
  }
  t.equal((await said()).segments[0].text, first.text);

  const form = await admin.get(`${path}/correct?line=0`);
  t.match(form.text, second.text, 'the lines around it are shown');
  t.match(form.html, /<option value="" selected>/, 'who said it stays, unless somebody chooses');
  t.equal((await admin.get(`${path}/correct?line=9999`)).status, 404);
  t.equal((await admin.post(`${path}/correct?line=0`, { ...line, text: ' ' })).status, 422);
  t.equal((await admin.post(`${path}/correct?line=0`, { ...line, role: 'nobody' })).status, 422);
  t.equal((await admin.post(`${path}/correct?line=0`, line)).location, `${path}#segment-0`);
  t.match((await said()).segments[0], { text: words, speaker: first.speaker });
  t.match((await own.get(path)).text, `${words} Corrected; heard as: ${first.text}`);
  const late = await admin.post(`${path}/correct`, { do: 'swap', revision: '0' });
  t.match(late.text, /Somebody has corrected this call meanwhile/);
  t.match((await admin.get('/settings/audit')).text, /Corrected a transcript what was said; line 1/);
});

t.test('a call whose speakers are swapped is coached again, and again when that is taken back', async (t) => {
  const before = await analysis();
  const { speakers, segments } = await said();
  const ratio = before.conversation.talk_ratio;
  await admin.post(`${path}/correct`, { do: 'swap', revision: '1' });
  t.equal((await said()).segments[0].speaker, speakers.contact);
  t.match((await admin.get(path)).text, /This call is being coached again|How this was judged/);
  const swapped = await coached((now) => Math.abs(now - ratio) > 0.01);
  t.ok(Math.abs(swapped.conversation.talk_ratio - (1 - ratio)) < 0.02);
  await admin.post(`${path}/correct`, {
    ...{ do: 'rename', revision: '2' },
    ...{ agent: 'Xenia <i>Claims</i>', contact: 'Tom' },
  });
  t.match((await own.get(path)).text, /before, the speakers were called Xanthippe Claimsworth/);
  await admin.post(`${path}/correct`, { do: 'restore', revision: '3' });
  t.equal((await said()).segments[0].speaker, segments[0].speaker);
  t.notMatch((await said()).segments[0].text, /Indeed/);
  const restored = await coached((now) => Math.abs(now - ratio) < 0.01);
  t.strictSame(restored.rating.criteria, before.rating.criteria, 'the same words are judged the same');
  t.notMatch((await own.get(path)).text, /Corrected by hand/);
});

t.test('what was marked before a call was judged again is still in the list', async (t) => {
  const { text } = await admin.get('/settings/judging/wrong');
  t.match(text, /\S It was not said Pat Person .* It was judged again since/);
});

t.test('correcting can be done by everybody, and the page shows the new coaching by itself', async (t) => {
  const console = await openConsole(t);
  if (console === null) return;
  const page = await console.open(admin, path);
  await page.getByRole('link', { name: 'Correct what was said at' }).first().click();
  await console.isReadable(t, page);
  await page.getByLabel('What was said').fill('Good morning to you.');
  await page.getByRole('button', { name: 'Save and coach again' }).click();
  await page.getByText('Corrected; heard as:').waitFor();
  await page
    .getByText('This call is being coached again')
    .waitFor({ state: 'detached', timeout: coachedWithinMs });
  await console.isReadable(t, page);
  await page.getByRole('link', { name: 'Correct who speaks' }).click();
  await console.isReadable(t, page);
  await page.getByRole('button', { name: 'Take the corrections back' }).click();
  await page.waitForURL(/#transcript$/);
  t.equal(await page.getByText('Corrected; heard as:').count(), 0);
});
