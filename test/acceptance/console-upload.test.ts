import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@debrief/local/free-port';
import { Client } from 'pg';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { askAgain, type ConsoleVisitor, visitConsole } from './harness/console-visitor.ts';
import { sharedDebrief } from './harness/debrief.ts';
import { eventually } from './harness/eventually.ts';
import { startConsole } from './harness/own-console.ts';
import { cutSample, RATED_CALL } from './harness/recordings.ts';
import { submission } from './harness/submissions.ts';

const opened = await openConsole(t);
const debrief = opened?.debrief ?? (await sharedDebrief(t));
const [mine, theirs] = await Promise.all([debrief.createIntegration(), debrief.createIntegration()]);
const admin = await visitConsole(debrief, 'admin', mine, 'ada@upload.example');
const agent = await visitConsole(debrief, 'member', mine, 'maria@upload.example');
const stranger = await visitConsole(debrief, 'owner', theirs, 'olga@upload.example');
const folder = t.testdir({});
const path = '/calls/upload';
const uploads = (id: string) => readdir(join(debrief.dataDir, 'audio/uploads', id)).catch(() => []);
const page = (await opened?.open(admin, path)) ?? null;

t.test('uploading is for admins and owners, and for forms of ours', async (t) => {
  t.equal((await agent.get(path)).status, 403);
  t.notMatch((await agent.get('/calls')).html, path);
  t.match((await admin.get('/calls')).html, `href="${path}"`);
  const foreign = await fetch(new URL(path, (await debrief.stack()).console_url), {
    method: 'POST',
    headers: {
      cookie: cookieOf(admin),
    },
    body: form({ form_token: 'guessed' }, new Blob(['RIFF'])),
  });
  t.equal(foreign.status, 403);
  t.match(await foreign.text(), /This form is from before you signed in/);
  t.same(await uploads(mine.id), []);
});

t.test('limits of size and of number are told in words, and nothing stays', async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const AUDIO_URL = pathToFileURL(join(debrief.dataDir, 'audio')).href;
  await startConsole(t, debrief, { PORT: String(port), AUDIO_URL, UPLOAD_MAX_BYTES: '100000' });
  const audio = Buffer.concat([Buffer.from('RIFF    WAVEfmt '), Buffer.alloc(8_192)]);
  const large = await sentTo(url, [audio, Buffer.alloc(100_000)]);
  t.equal(large.status, 422);
  t.match(await large.text(), /The file is larger than uploads may be/);
  t.same(await uploads(mine.id), []);

  // Files that are still on their way, until the senders go.
  const gone = new AbortController();
  const endless = async function* () {
    yield audio;
    await once(gone.signal, 'abort');
  };
  const under = Array.from({ length: 4 }, () =>
    sentTo(url, endless(), { signal: gone.signal }).catch(() => null),
  );
  await eventually(
    () => uploads(mine.id),
    (files) => files.length === 4,
  );
  const fifth = await sentTo(url, [audio]);
  t.equal(fifth.status, 422);
  t.match(await fifth.text(), /Other files are being uploaded at this moment/);
  gone.abort();
  t.same(await Promise.all(under), [null, null, null, null]);
  const left = await eventually(
    () => uploads(mine.id),
    (files) => files.length === 0,
  );
  t.same(left, []);
  t.same((await mine.api.get('/calls')).body.data, []);
});

t.test('where audio is kept nowhere, the page says what to do', async (t) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await startConsole(t, debrief, { PORT: String(port) });
  const shown = await fetch(url + path, { headers: { cookie: cookieOf(admin) } });
  t.match(await shown.text(), /There is nowhere to put a file yet/);
  const sent = await sentTo(url, [Buffer.from('RIFF')]);
  t.equal(sent.status, 422);
  t.match(await sent.text(), /Nothing was uploaded/);
});

t.test('what was accepted keeps its file when nothing can be told of it', async (t) => {
  const { console_url, database_url } = await debrief.stack();
  const client = new Client({ connectionString: database_url });
  await client.connect();
  // Erased in the moment in which it is submitted.
  await client.query(`
    create function ingest.upload_is_erased() returns trigger language plpgsql as $$ begin
      insert into ingest.erasures
        (integration_id, subject_id, erasure_id, kind, with_recordings, words, finished_at)
      values (new.integration_id, new.id, new.id, 'recording', true, '{}', now());
      return new;
    end $$;
    create trigger upload_is_erased after insert on ingest.recordings for each row
      when (new.integration_id = '${theirs.id}') execute function ingest.upload_is_erased()`);
  const sent = await sentTo(console_url, [Buffer.from('RIFF    WAVEfmt '), Buffer.alloc(8_192)], {
    by: stranger,
  });
  await client.query('drop function ingest.upload_is_erased cascade');
  await client.end();
  t.equal(sent.status, 303);
  t.equal(sent.headers.get('location'), '/calls');
  t.equal((await uploads(theirs.id)).length, 1);
});

t.test('the API takes no address of an upload', async (t) => {
  const recording_url = 'upload:01890000-0000-7000-8000-000000000000';
  t.match(await theirs.api.post('/calls', submission({ recording_url })), { status: 400 });
});

if (opened !== null && page !== null) {
  const { url, isReadable } = opened;
  const fill = async (file: string) => {
    await page.getByLabel('Name of a new agent').fill('Maria <b>Lopez</b>');
    await page.getByLabel('E-mail of a new agent').fill('maria@upload.example');
    await page.getByLabel('Name of the contact').fill('John Miller');
    await page.getByLabel('Direction').selectOption('outbound');
    await page.getByLabel('When it took place').fill('2026-06-01T14:30');
    await page.getByLabel('Recording').setInputFiles(file);
  };

  t.test('the form can be read by everybody, on a phone and in the dark', async (t) => {
    t.match((await admin.get(path)).text, /Recording Choose the file, or drop it here/);
    await isReadable(t, page);
  });

  t.test('a file that is no audio is refused in words, and nothing of it stays', async (t) => {
    const wrong = join(folder, 'wrong.mp3');
    await writeFile(wrong, '<!doctype html>'.repeat(40_000));
    await fill(wrong);
    await page.getByLabel('Length').fill('0:20');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('alert').waitFor();
    t.match(await page.getByRole('alert').textContent(), /The file is no audio that Debrief reads/);
    t.equal(await page.getByLabel('Name of the contact').inputValue(), 'John Miller', 'the rest is kept');
    t.same(await uploads(mine.id), []);
    t.same((await mine.api.get('/calls')).body.data, []);
  });

  t.test('a call is uploaded, and becomes coaching while somebody looks at it', async (t) => {
    const file = await cutSample(folder, 'call.mp3', RATED_CALL, 20);
    await fill(file);
    const field = page.getByLabel('Length');
    const isMeasured = (value: string) => /^0:(19|20|21)$/.test(value);
    t.ok(
      isMeasured(await eventually(() => field.inputValue(), isMeasured)),
      'the browser fills in the length',
    );
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.waitForURL(/\/calls\/[0-9a-f-]{36}$/);
    const id = page.url().slice(-36);
    t.match(
      await page.getByRole('heading', { level: 1 }).textContent(),
      'Maria <b>Lopez</b> with John Miller',
    );
    await page.getByText('How this was judged').waitFor({ timeout: 120_000 });
    const call = (await mine.api.get(`/calls/${id}`)).body;
    t.match(call, { incoming: false });
    t.match((await admin.get(`/calls/${id}`)).html, 'datetime="2026-06-01T12:30:00');
    t.equal((await stranger.get(`/calls/${id}`)).status, 404, 'to another tenant it is not there');
    t.equal((await mine.api.get('/users')).body.data[0].email, 'maria@upload.example');

    t.equal((await uploads(mine.id)).length, 1);
    t.match(
      (await admin.get('/settings/audit')).html,
      new RegExp(`Uploaded a call[^]*?<a href="/calls/${id}">`),
    );
    await admin.post(`/calls/${id}/erase`, {});
    const left = await eventually(
      () => uploads(mine.id),
      (files) => files.length === 0,
    );
    t.same(left, [], 'what was uploaded is erased with the call');
    t.equal((await fetch(`${url}/calls/${id}`, { redirect: 'manual' })).status, 303);
  });
}

function cookieOf(visitor: ConsoleVisitor): string {
  return visitor
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/** As the form of an admin sends it, to a console of its own, as the file comes. */
async function sentTo(
  url: string,
  file: Iterable<Buffer> | AsyncIterable<Buffer>,
  { by = admin, signal }: { by?: ConsoleVisitor; signal?: AbortSignal } = {},
) {
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec((await by.get(path)).html) ?? [];
  const fields = {
    ...{ form_token: token, 'agent-name': 'Maria', 'agent-email': 'maria@upload.example' },
    ...{ 'contact-name': 'John', category: 'sales', length: '0:20' },
  };
  const part = (name: string, more = '') =>
    `--limit\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  async function* body() {
    const texts = Object.entries(fields).map(([name, value]) => `${part(name)}${value}\r\n`);
    yield Buffer.from(`${texts.join('')}${part('file', '; filename="call.wav"')}`);
    yield* file;
    yield Buffer.from('\r\n--limit--\r\n');
  }
  const send = () =>
    fetch(url + path, {
      method: 'POST',
      headers: { cookie: cookieOf(by), 'content-type': 'multipart/form-data; boundary=limit' },
      body: ReadableStream.from(body()),
      duplex: 'half',
      redirect: 'manual',
      ...(signal && { signal }),
    } as RequestInit);
  return Array.isArray(file) ? askAgain(send) : send();
}

function form(fields: Record<string, string>, file: Blob): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('file', file, 'call.wav');
  return data;
}
