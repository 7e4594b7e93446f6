import t from 'tap';
import { openConsole } from './harness/console.ts';
import { eventually } from './harness/eventually.ts';
import { serveRecordings } from './harness/recordings.ts';
import { newId, nowhere, submission } from './harness/submissions.ts';

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, isReadable, addMember, signIn } = opened;
  const integration = await debrief.createIntegration();
  const { api } = integration;
  // Whatever a client or a speaker says is shown as text.
  const markup = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const folder = t.testdir({
    'call.txt': [
      'Maria: Hello Tom, this is Maria from Solar Team. You asked us for a quote. Is now a good time?',
      'Tom: Yes. It sounds expensive to me.',
      `Maria: I understand that the price matters to you. It includes a warranty ${markup}`,
      'Tom: All right. Send me the offer.',
      'Maria: I will send you the offer by email today. Shall we meet on Friday at ten?',
      'Tom: Friday at ten is fine. Goodbye.',
    ].join('\n'),
  });
  const { call_event_id } = await debrief.cli<{ call_event_id: string }>(
    ...['submit', '--transcript', `${folder}/call.txt`, '--no-wait', '--integration', integration.id],
    ...['--agent', 'Maria', '--contact', 'Tom', '--occurred-at', '2026-06-30T22:30:00Z'],
  );
  await api.awaitAnalysis(call_event_id);
  const missing = `${await serveRecordings(t, {})}/missing.mp3`;
  const page = await visit();
  await page.goto(`${url}/calls`);
  await signIn(page, await addMember('owner', integration));
  await page.waitForURL(`${url}/calls`);

  await t.test('the list has the figures of the API, and times of the zone of whoever reads', async (t) => {
    const { body } = await api.get(`/calls/call_event_id:${call_event_id}/analysis`);
    const row = page.getByRole('row').filter({ hasText: 'Maria' });
    t.match(await row.textContent(), new RegExp(`${body.rating.outcome.toFixed(1)} of 5`));
    t.match(await row.textContent(), body.disposition.outcomes[0]);
    await page.reload();
    t.match(await row.textContent(), '1 Jul 2026, 00:30');
    await isReadable(t, page);
  });

  await t.test('what a recording is doing changes by itself', async (t) => {
    const recording_url = `${missing}?${newId('x')}`;
    await api.post('/calls', submission({ contact_name: markup, incoming: true, recording_url }));
    const row = page.getByRole('row').filter({ hasText: 'onerror' });
    await row.getByText('Failed').waitFor();
    t.equal(await page.title(), 'Calls · Debrief', 'no markup of a client was carried out');
  });

  await t.test('a list on which nothing is worked on shows what comes in as well', async (t) => {
    await page.reload();
    t.equal(await page.getByRole('progressbar').count(), 0, 'it has failed, or is ready');
    await api.post('/calls', submission({ contact_name: 'Newly Come', incoming: false }));
    await page.getByRole('link', { name: 'Newly Come' }).waitFor();
  });

  await t.test('a page that is looked at again asks what has moved since what it shows', async (t) => {
    const state = () => page.locator('[data-moving]').getAttribute('data-moving');
    // What came lately may still move.
    const look = async () => {
      const asked = page.waitForRequest((request) => request.url().includes('/calls/progress'));
      for (const hidden of [true, false])
        await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      return new URL((await asked).url()).searchParams.get('shown');
    };
    const first = await look();
    await api.post('/calls', submission({ contact_name: 'Come Later', incoming: false }));
    await page.getByRole('link', { name: 'Come Later' }).waitFor();
    const isAsked = await eventually(
      async () => (await look()) === (await state()),
      (is) => is,
    );
    t.ok(isAsked, 'by what it shows');
    t.not(await state(), first);
  });

  await t.test('filters are those of the API', async (t) => {
    await page.getByText('Filter', { exact: true }).first().click();
    await page.getByLabel('Direction').selectOption('Inbound');
    await page.getByRole('button', { name: 'Filter' }).click();
    t.equal(await page.getByRole('rowheader').count(), 1);
    t.match(page.url(), /direction=inbound/);
    await isReadable(t, page);
    await page.goto(`${url}/calls?received_from=2030-01-01`);
    await page.getByText('No call fits these filters').waitFor();
    const took = submission({ contact_name: 'Long Ago', occurred_at: '2020-02-03T23:30:00Z' });
    await api.post('/calls', { ...took, recording_url: `${nowhere}?${newId('x')}` });
    const shownFor = async (query: string) => {
      await page.goto(`${url}/calls?${query}`);
      return page.getByRole('rowheader').getByRole('link').allTextContents();
    };
    // The browser is in Berlin, where that is the next day.
    t.strictSame(await shownFor('from=2020-02-04&to=2020-02-04'), ['Long Ago']);
    t.strictSame(await shownFor('to=2020-02-03'), []);
    t.strictSame(await shownFor('to=2020-02-04&received_to=2020-02-04'), []);
    t.notMatch(await shownFor('from=2020-02-05'), ['Long Ago']);
    await page.goto(`${url}/calls?from=yesterday&status=COMPLETED`);
    await page.getByRole('alert').getByText('must be a day such as').waitFor();
    t.equal(await page.getByRole('rowheader').count(), 1);
  });

  await t.test('a call shows its coaching with the words it rests on, and markup as text', async (t) => {
    await page.goto(`${url}/calls?status=COMPLETED`);
    await page.getByRole('rowheader').getByRole('link').click();
    await page.getByRole('heading', { name: 'Maria with Tom' }).waitFor();
    t.match(await page.locator('#transcript').textContent(), '<script>');
    await page.getByText('The words it rests on').first().click();
    const quote = page.locator('.quote').first();
    const target = (await quote.getByRole('link').getAttribute('href')) ?? '';
    const words = (await quote.evaluate(({ firstChild }) => firstChild?.textContent)) ?? '';
    t.ok(words.length > 0);
    t.match(await page.locator(target).textContent(), words);
    await isReadable(t, page);
    t.match(await page.title(), /Maria with Tom/);
  });

  await t.test('pages can be read without script', async (t) => {
    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const plain = await context?.newPage();
    if (plain === undefined) throw new Error('there is a browser');
    await context?.addCookies(await page.context().cookies());
    await plain.goto(page.url());
    t.match(await plain.locator('#content').textContent(), 'Maria with Tom');
    await plain.getByRole('link', { name: 'Calls', exact: true }).click();
    t.equal(await plain.getByRole('rowheader').count(), 5);
    await context?.close();
  });

  await t.test('a call of another integration is not there', async (t) => {
    const foreign = await debrief.createIntegration();
    await foreign.api.post('/calls', submission({ contact_name: 'Foreign Contact' }));
    const { id } = (await foreign.api.get('/calls')).body.data[0];
    await page.goto(`${url}/calls/${id}`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await isReadable(t, page);
    t.notMatch(await page.content(), 'Foreign');
    await page.goto(`${url}/calls/no-id`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  await t.test('many calls are read page by page', async (t) => {
    for (let index = 0; index < 26; index += 1)
      await api.post('/calls', submission({ contact_name: `Contact ${index}`, incoming: false }));
    await page.goto(`${url}/calls?direction=outbound`);
    const names = () => page.getByRole('rowheader').getByRole('link').allTextContents();
    const first = await names();
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'First page' }).waitFor();
    const second = await names();
    t.equal(first.length, 25);
    t.equal(new Set([...first, ...second]).size, first.length + second.length, 'no call is on both');
    t.match(page.url(), /direction=outbound/);
  });
}
