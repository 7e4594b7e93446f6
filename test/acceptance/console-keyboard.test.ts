import t from 'tap';
import { coachingRecords } from './harness/coaching-records.ts';
import { openConsole, password } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { eventually } from './harness/eventually.ts';
import { tabThroughContent, tabTo } from './harness/keyboard.ts';
import { cutSample, RATED_CALL, serveRecordings } from './harness/recordings.ts';
import { newId, submit } from './harness/submissions.ts';

/** No pointer is used: what a test does here it does by Tab, Enter, space, arrows and letters. */
const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, open, addMember } = opened;
  const integration = await debrief.createIntegration();
  const { api } = integration;
  const file = await cutSample(t.testdir({}), 'call.mp3', RATED_CALL, 30);
  const host = await serveRecordings(t, { '/call.mp3': { file } });
  const agentEmail = `${newId('maria')}@acme.example`;
  const { call_event_id } = await submit(api, {
    ...{ recording_url: `${host}/call.mp3`, user_email: agentEmail, incoming: true },
    ...{ user_name: 'David Miller', contact_name: 'Susan Parker' },
  });
  const { id, user_id, external_user_id } = (await api.get(`/calls/call_event_id:${call_event_id}`)).body;
  const email = await addMember('admin', integration);
  const page = await visit();
  const { keyboard } = page;
  const all = await open(await visitConsole(debrief, 'owner', integration), '/calls');

  await t.test('somebody signs in, and skips the menu', async (t) => {
    await page.goto(url);
    await tabTo(t, page, page.getByLabel('E-mail'));
    await keyboard.type(email);
    await tabTo(t, page, page.getByLabel('Password'));
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.waitForURL(`${url}/calls`);
    await keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    t.ok(await skip.evaluate((one) => one.matches(':focus')), 'it is the first stop');
    t.ok(((await skip.boundingBox())?.x ?? -1) >= 0, 'it is in sight while it has the focus');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    t.ok(await page.locator('#content :focus').count(), 'the next stop is in the content');
    await keyboard.press('Shift+Tab');
    t.ok(await page.locator('.menu :focus').count(), 'and the menu is before it');
  });

  await t.test('they find a call by a filter, and open it', async (t) => {
    await api.awaitAnalysis(call_event_id);
    await tabTo(t, page, page.locator('summary', { hasText: 'Filter' }));
    await keyboard.press('Enter');
    await tabTo(t, page, page.getByLabel('Direction'));
    await keyboard.press('ArrowDown');
    await tabTo(t, page, page.getByRole('button', { name: 'Filter' }));
    await keyboard.press('Space');
    await page.waitForURL(/direction=inbound/);
    await tabTo(t, page, page.getByRole('rowheader').getByRole('link'));
    await keyboard.press('Enter');
    await page.waitForURL(`${url}/calls/${id}`);
  });

  await t.test('they open what a point rests on, play its quote, and stop the sound', async (t) => {
    const isPlaying = (wanted: boolean) =>
      eventually(
        () => page.evaluate('!player.paused'),
        (is) => is === wanted,
      );
    await tabTo(t, page, page.locator('.criterion summary', { hasText: 'What was heard' }).first());
    await keyboard.press('Enter');
    const quote = page.locator('.criterion details[open] .quote a').first();
    await tabTo(t, page, quote);
    await keyboard.press('Enter');
    t.equal(await isPlaying(true), true);
    const start = Number(await quote.getAttribute('data-play'));
    t.ok(Number(await page.evaluate('player.currentTime')) >= start);
    await tabTo(t, page, page.locator('#player'));
    await keyboard.press('Space');
    t.equal(await isPlaying(false), false);
  });

  await t.test('an agent answers the questions of an agenda, and hands it in', async (t) => {
    const records = coachingRecords(debrief);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const moment = { recording_id: id, segment_index: 0, quote: 'Hello.', start_time: 1, speaker: 'David' };
    const agenda = await records.insertAgenda(integration.id, {
      ...{ user_id, external_user_id, generation_status: 'ready', title: 'Listening' },
      period_id: await records.insertPeriod(integration.id, { review_period_end: day(5) }),
      content: {
        ...{ overview: 'You had 4 calls.', wins: [], improvements: [], drill: null, follow_up: null },
        questions: ['q1', 'q2'].map((id) => ({ id, text: `What about ${id}?`, moment })),
      },
    });
    const agent = await visitConsole(debrief, 'member', integration, agentEmail);
    const page = await open(agent, `/coaching/agendas/${agenda}`);
    await tabTo(t, page, page.getByLabel('What about q1?'));
    await page.keyboard.type('She wants it in writing.');
    await page.getByText('Saved.').waitFor();
    await tabTo(t, page, page.locator('summary', { hasText: 'Question 2 of 2' }));
    await page.keyboard.press('Space');
    await tabTo(t, page, page.getByLabel('What about q2?'));
    await page.keyboard.type('Ask for the date.');
    await tabTo(t, page, page.getByRole('button', { name: 'Hand in' }));
    await page.keyboard.press('Enter');
    await page.getByText('You handed this in on').waitFor();
    t.match(await page.textContent('#content'), /She wants it in writing\..*Ask for the date\./s);
  });

  await t.test('an admin makes a key, copies it, and revokes it', async (t) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${url}/settings/keys`);
    await tabTo(t, page, page.getByLabel('Name'));
    await keyboard.type('Reporting');
    await tabTo(t, page, page.getByLabel('Access'));
    await keyboard.press('ArrowDown');
    await tabTo(t, page, page.getByRole('button', { name: 'Make the key' }));
    await keyboard.press('Enter');
    const key = page.getByLabel('Key', { exact: true });
    await key.waitFor();
    t.ok(await key.evaluate((one) => one.matches(':focus')), 'the keyboard is where the key is');
    await tabTo(t, page, page.getByRole('button', { name: 'Copy' }));
    await keyboard.press('Space');
    await page.getByText('Copied.').waitFor();
    t.equal(await page.evaluate('navigator.clipboard.readText()'), await key.inputValue());
    const row = page.getByRole('row').filter({ hasText: 'Reporting' });
    await tabTo(t, page, row.locator('summary'));
    await keyboard.press('Enter');
    await tabTo(t, page, row.getByRole('button', { name: 'Revoke' }));
    await keyboard.press('Space');
    await row.getByText('Revoked').waitFor();
  });

  await t.test('on a phone the menu is opened, and leads on', async (t) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await tabTo(t, page, page.getByRole('button', { name: 'Menu' }));
    await keyboard.press('Enter');
    await tabTo(t, page, page.getByRole('link', { name: 'Your account' }));
    await keyboard.press('Enter');
    await page.waitForURL(`${url}/account`);
  });

  const pages = [
    ...['/calls', `/calls/${id}`, `/calls/${id}/correct`, '/calls/upload', '/insights', '/coaching'],
    ...['/settings/people', '/settings/judging', '/settings/data', '/settings/keys', '/account'],
  ];
  for (const path of pages)
    await t.test(
      `Tab leads through ${path.replace(/[0-9a-f-]{36}/, ':id')}, and shows where it is`,
      async (t) => {
        await all.goto(url + path);
        await tabThroughContent(t, all);
      },
    );

  await t.test('in the dark it shows where it is as well', async (t) => {
    await all.emulateMedia({ colorScheme: 'dark' });
    await all.goto(`${url}/settings/keys`);
    await tabThroughContent(t, all);
  });
}
