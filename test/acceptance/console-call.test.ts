import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openConsole } from './harness/console.ts';
import { eventually } from './harness/eventually.ts';
import { convertSample, cutSample, RATED_CALL, serveRecordings } from './harness/recordings.ts';
import { submit } from './harness/submissions.ts';

interface Rated {
  rating?: {
    criteria: {
      title: string;
      unclear_points: number;
      indicators: { indicator: string; result: string; text: string }[];
    }[];
  };
  evidence: { indicator?: string }[];
}

const SECONDS = 30;
const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, isReadable, addMember, signIn } = opened;
  const integration = await debrief.createIntegration();
  const { api } = integration;
  const folder = t.testdir({});
  const file = await cutSample(folder, 'call.mp3', RATED_CALL, SECONDS);
  const short = await convertSample(folder, 'short.mp3', '-ss', '1.85', '-t', '1.3');
  const routes: Parameters<typeof serveRecordings>[1] = { '/call.mp3': { file } };
  const host = await serveRecordings(t, routes);
  const people = { user_name: 'David Miller', contact_name: 'Susan Parker' };
  const { call_event_id } = await submit(api, { recording_url: `${host}/call.mp3`, ...people });
  await api.awaitAnalysis(call_event_id);
  const { id } = (await api.get(`/calls/call_event_id:${call_event_id}`)).body;
  const page = await visit();
  await page.goto(`${url}/calls/${id}`);
  await signIn(page, await addMember('admin', integration));
  await page.waitForURL(`${url}/calls/${id}`);
  /** What takes too long to happen by itself. */
  const change = async (statement: string, values: unknown[]) => {
    const client = new Client({ connectionString: (await debrief.stack()).database_url });
    await client.connect();
    await client.query(statement, values);
    await client.end();
  };
  const playsFrom = async (t: Test, one: Page, from: number) => {
    // Not in the page, which allows no code made of text for a second look.
    const isThere = await eventually(
      () =>
        one.evaluate(`!player.paused && player.currentTime > ${from} && player.currentTime < ${from + 5}`),
      Boolean,
    );
    t.ok(isThere);
    await one.evaluate('player.pause()');
  };

  await t.test(
    'a point of the rating opens its quote, which plays, and the transcript follows',
    async (t) => {
      await page.getByText('What was heard').first().click();
      const quote = page.locator('.criterion details[open] .quote a').first();
      const target = (await quote.getAttribute('href')) ?? '';
      await quote.click();
      await playsFrom(t, page, Number(await quote.getAttribute('data-play')));
      const heard = page.locator('.segment[aria-current]');
      t.equal(`#${await heard.getAttribute('id')}`, target);
      t.match(await heard.textContent(), (await quote.textContent()) ?? '');
      t.ok(await heard.isVisible());
    },
  );

  await t.test(
    'what was heard has its words or says why not, and what is unclear is in the row',
    async (t) => {
      const { rating, evidence } = (await api.get(`/calls/${id}/analysis`)).body as Rated;
      const criteria = rating?.criteria ?? [];
      const hasWords = (name: string) => evidence.some(({ indicator }) => indicator === name);
      for (const { title, indicators, unclear_points: unclear } of criteria) {
        const row = page.locator('.criterion').filter({ has: page.getByRole('heading', { name: title }) });
        t.equal(
          ((await row.locator('h3').textContent()) ?? '').includes(`${unclear} unclear`),
          unclear > 0,
          title,
        );
        const isBox = indicators.some(({ indicator }) => hasWords(indicator));
        t.equal(await row.getByText('What was heard').count(), isBox ? 1 : 0, title);
        for (const { indicator, result, text } of indicators) {
          const item =
            (await row
              .getByRole('listitem', { includeHidden: true })
              .filter({ hasText: text })
              .textContent()) ?? '';
          t.equal(item.includes('judged over the call'), result === 'heard' && !hasWords(indicator), text);
        }
      }
      const unclear = criteria.filter(({ unclear_points }) => unclear_points > 0);
      t.equal(await page.getByText('half its points count').count(), unclear.length > 0 ? 1 : 0);
    },
  );

  await t.test('a line of the transcript plays from its time', async (t) => {
    const line = page.locator('.segment').last();
    await line.getByRole('link').first().click();
    await playsFrom(t, page, Number(await line.getAttribute('data-start')));
  });

  await t.test('the waveform and the bar of who speaks are drawn, and lead to a time', async (t) => {
    await page.locator('#waveform canvas').first().waitFor();
    const { width, height } = (await page.locator('#talk-bar').boundingBox()) ?? { width: 0, height: 0 };
    t.ok(width > 300);
    await page.locator('#talk-bar').click({ position: { x: width / 2, y: height / 2 } });
    await playsFrom(t, page, SECONDS / 2 - 1);
    t.match(await page.locator('#talk-bar').getAttribute('aria-label'), /Who speaks when: .+ \d+ %/);
    await isReadable(t, page);
  });

  await t.test(
    'insights lead to an objection that was left open, and the sound plays from there',
    async (t) => {
      const line = page.locator('.segment').last();
      const [place, from] = [await line.getAttribute('id'), Number(await line.getAttribute('data-start'))];
      const segment_index = Number(place?.replace('segment-', ''));
      const claim = { claim_id: 'objections.outcomes.0', claim: 'Price', quote: 'a quote', speaker: 'Susan' };
      const objections = {
        outcomes: ['Price'],
        kinds: ['Price'],
        confidence: [1],
        replies: [''],
        answers: [''],
      };
      const evidence = [{ ...claim, segment_index, start_time: from }];
      await change('update coaching.analyses set body = (body::jsonb || $2)::json where recording_id = $1', [
        ...[id, JSON.stringify({ objections: { id, ...objections }, evidence })],
      ]);
      await change(`update analytics.call_facts set objections = '{Price}' where recording_id = $1`, [id]);
      await page.goto(`${url}/insights`);
      t.match(await page.locator('li', { hasText: 'a quote' }).textContent(), 'David Miller');
      await isReadable(t, page);
      await page.getByRole('link', { name: /^Hear it at/ }).click();
      await page.waitForURL(`${url}/calls/${id}?hear#${place}`);
      await playsFrom(t, page, from - 0.1);
    },
  );

  await t.test('the action items can be copied', async (t) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { body } = await api.get(`/calls/${id}/analysis`);
    const items: string[] = [...body.action_items.primary, ...body.action_items.secondary];
    if (items.length === 0) return t.equal(await page.getByText('Copy the action items').count(), 0);
    await page.getByRole('button', { name: 'Copy the action items' }).click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    return t.equal(copied, items.map((item) => `- ${item}`).join('\n'));
  });

  await t.test(
    'a call whose correction could not be coached says so, and is coached on a click',
    async (t) => {
      const isOld = page.getByText('of the words before');
      t.equal(await isOld.count(), 0);
      await change('update ingest.transcripts set is_judged = false where recording_id = $1', [id]);
      await page.reload();
      await isOld.waitFor();
      await isReadable(t, page);
      await page.getByRole('button', { name: 'Coach it again' }).click();
      await isOld.waitFor({ state: 'detached' });
      await page.getByText('is being coached again').waitFor({ state: 'detached', timeout: 60_000 });
      await page.reload();
      t.equal(await isOld.count(), 0);
    },
  );

  await t.test('the sound comes in the parts that a player asks for, and to nobody else', async (t) => {
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith('debrief-session'));
    const own = { cookie: `${cookie?.name}=${cookie?.value}` };
    const ask = (headers: Record<string, string>, of = id) =>
      fetch(`${url}/calls/${of}/audio`, { headers, redirect: 'manual' });
    const whole = Buffer.from(await (await ask(own)).arrayBuffer());
    for (const [range, start, end] of [
      ['bytes=100-199', 100, 200],
      ['bytes=1000-', 1000, whole.length],
      ['bytes=-50', whole.length - 50, whole.length],
      [`bytes=10-${whole.length + 10}`, 10, whole.length],
    ] as const) {
      const reply = await ask({ ...own, range });
      t.equal(reply.status, 206, range);
      t.equal(reply.headers.get('content-range'), `bytes ${start}-${end - 1}/${whole.length}`);
      t.ok(Buffer.from(await reply.arrayBuffer()).equals(whole.subarray(start, end)), range);
    }
    const beyond = await ask({ ...own, range: `bytes=${whole.length}-` });
    t.equal(beyond.status, 416);
    t.equal(beyond.headers.get('content-range'), `bytes */${whole.length}`);
    t.equal((await ask({})).status, 303, 'who is not signed in is asked to');
    const foreign = await visit();
    await foreign.goto(url);
    await signIn(foreign, await addMember('owner', await debrief.createIntegration()));
    await foreign.waitForURL(`${url}/calls`);
    t.equal((await foreign.context().request.get(`${url}/calls/${id}/audio`)).status(), 404);
  });

  await t.test('while the sound cannot be read, a player is told to ask again', async (t) => {
    const kept = join(debrief.dataDir, 'audio', integration.id, id);
    await rename(kept, `${kept}.away`);
    await writeFile(kept, '');
    const reply = await page.context().request.get(`${url}/calls/${id}/audio`);
    await rm(kept);
    await rename(`${kept}.away`, kept);
    t.equal(reply.status(), 503);
    t.ok(reply.headers()['retry-after']);
  });

  await t.test('a call that failed says why, is tried again, and becomes coaching on the page', async (t) => {
    const { call_event_id } = await submit(api, { recording_url: `${host}/short.mp3` });
    const { id } = (await api.get(`/calls/call_event_id:${call_event_id}`)).body;
    await page.goto(`${url}/calls/${id}`);
    await page.getByText('answered that the recording does not exist').first().waitFor();
    await page.getByText('Trying again cannot help').waitFor();
    t.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await isReadable(t, page);
    // As for a failure that may pass, which takes all attempts.
    const error = {
      code: 'download_failed',
      message: 'The recording could not be downloaded',
      retryable: true,
    };
    await change('update ingest.recordings set error = $1 where id = $2', [JSON.stringify(error), id]);
    await page.reload();
    await isReadable(t, page);
    routes['/short.mp3'] = { file: short };
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Transcript' }).waitFor({ timeout: 120_000 });
    await page.locator('#waveform canvas').first().waitFor();
    t.equal(new URL(page.url()).pathname, `/calls/${id}`);
  });

  await t.test('a call whose sound is kept no longer can be read', async (t) => {
    await debrief.operate('updateIntegration', { id: integration.id, audio_days: 0 });
    const request = page.context().request;
    const status = await eventually(
      async () => (await request.get(`${url}/calls/${id}/audio`)).status(),
      (one) => one === 404,
    );
    t.equal(status, 404);
    await page.goto(`${url}/calls/${id}`);
    await page.getByText('The sound of this call is not kept').waitFor();
    t.equal(await page.locator('#player').count(), 0);
    await page.getByText('What was heard').first().click();
    await page.locator('.criterion details[open] .quote a').first().click();
    t.match(new URL(page.url()).hash, /^#segment-\d+$/);
    await isReadable(t, page);
  });
}
