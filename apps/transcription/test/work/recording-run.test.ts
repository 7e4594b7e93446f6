import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { runGuarded } from '../../src/audio/guarded-child.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { pocketsphinx } from '../../src/engines/pocketsphinx.ts';
import { TransientFailure } from '../../src/transient-failure.ts';
import { Gate } from '../fixtures/gate.ts';
import type { Row } from '../fixtures/ingest-stand-in.ts';
import { convert, sampleCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

const audio = await readFile(await sampleCall(t.testdir({}), 'call.mp3'));
/** A host of a short call, and of answers without one: `/status/404`. */
const shortCall: RequestListener = (request, response) => {
  const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
  response.writeHead(status, { 'retry-after': '40' }).end(status === 200 ? audio : '');
};

/** An engine that is a program, given the file it works on. */
function child(command: string, ...args: string[]): Engine {
  return {
    ...pocketsphinx,
    recognize: async (file, signal, onProgress) => {
      const limits = { timeoutMs: 600_000, cpuSeconds: 600, memoryBytes: 1024 ** 3 };
      await runGuarded({
        command,
        args: [...args, file],
        file,
        limits,
        signal,
        onStdout: () => {},
        onProgress,
      });
      return [];
    },
  };
}

/** Never ends, and uses nothing. */
const stuck = child('tail', '-f');

/** The processes with a file of the folder among their arguments. */
async function childrenIn(folder: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args=']);
  return stdout.split('\n').filter((line) => line.startsWith('tail') && line.includes(`${folder}/`));
}

const gated = (name: string) => ({ ai_models: [{ model: name, type: 'transcription' }] });

// Each test has a server of its own and mostly waits.
t.jobs = 2;

t.test('a call becomes a transcript, and its progress renews the lease', async (t) => {
  const word = { text: 'solar', startTime: 0.2, endTime: 0.6, confidence: 1 };
  const engines = [{ ...pocketsphinx, recognize: async () => [word] }];
  const { ingest, host, workDir } = await pipeline(t, shortCall, { engines });
  const [row] = await ingest.submit({ url: `${host.origin}/call` });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript?.segments[0]?.text, /solar/i);
  const said = row?.renewals.map(({ status, progress }) => `${status} ${progress}`) ?? [];
  t.ok(said.includes('TRANSCRIBING 10'));
  t.ok(row?.renewals.some(({ audio_seconds }) => Math.abs((audio_seconds ?? 0) - 2.84) < 0.2));
  await until(async () => (await readdir(workDir)).length === 0);
});

t.test('what can never be transcribed fails, and what may pass is tried again', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall);
  const rows = await ingest.submit(
    { url: `${host.origin}/status/404` },
    { url: 'http://169.254.169.254/latest/meta-data/' },
    { url: `${host.origin}/status/503` },
  );
  await until(() => rows.every(({ state }) => state === 'released'));
  t.match(
    rows.map(({ releases }) => releases[0]),
    [
      { outcome: 'failed', error: failure('download_not_found', 'HTTP 404') },
      { outcome: 'failed', error: { code: 'download_refused' } },
      { outcome: 'retry', error: failure('download_failed', 'HTTP 503'), retry_after_seconds: 40 },
    ],
  );
  t.same(await readdir(workDir), []);
});

t.test('a private store is open to the recordings of the integration that it is allowed for', async (t) => {
  const { ingest, host } = await pipeline(t, shortCall);
  const url = `http://localhost:${host.port}/status/404`;
  const rows = await ingest.submit({ url, allowedHosts: [`localhost:${host.port}`] }, { url });
  await until(() => rows.every(({ state }) => state === 'released'));
  t.match(
    rows.map(({ releases }) => releases[0]?.error?.code),
    ['download_not_found', 'download_refused'],
  );
});

t.test('without an engine a recording waits, and is not even downloaded', async (t) => {
  let requests = 0;
  const engines = [{ ...pocketsphinx, isAvailable: async () => false }];
  const { ingest, host } = await pipeline(t, () => (requests += 1), { engines });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'wait', error: failure('engine_unavailable') }]);
  t.equal(requests, 0);
});

t.test('an engine that crashes is worth another try', async (t) => {
  const crashing = {
    ...pocketsphinx,
    recognize: () => Promise.reject(new TransientFailure(failure('engine_failed'))),
  };
  const { ingest, host, workDir } = await pipeline(t, shortCall, { engines: [crashing] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('engine_failed') }]);
  await until(async () => (await readdir(workDir)).length === 0);
});

t.test('a lost lease ends the work, its child and its files, and nothing more is sent', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall, {
    leaseSeconds: 4,
    engines: [stuck],
  });
  const [row] = await ingest.submit({ url: host.origin });
  await until(async () => (await childrenIn(workDir)).length > 0);
  if (row !== undefined) ingest.take(row);
  await until(async () => (await readdir(workDir)).length === 0);
  t.same(await childrenIn(workDir), []);
  // A round trip later, whatever was said before has arrived.
  const { claims } = ingest;
  await ingest.submit({ url: `${host.origin}/status/404` });
  await until(() => ingest.claims > claims);
  t.same(ingest.refused, []);
});

for (const kind of ['recording', 'contact', 'user'] as const) {
  t.test(
    `the erasure of its ${kind} ends the work, its child and its files at once, and no other`,
    async (t) => {
      const { ingest, host, workDir } = await pipeline(t, shortCall, { engines: [stuck] });
      const [row, other] = await ingest.submit({ url: host.origin }, { url: host.origin });
      const folders = () => readdir(workDir);
      await until(async () => (await folders()).length === 2 && (await childrenIn(workDir)).length > 0);
      // Without progress, both would go on until they are given back, after 24 s.
      if (row) ingest.take(row);
      await ingest.erase(kind, row?.recording[`${kind}_id`] ?? '');
      await until(async () => (await folders()).length === 1);
      const [left = ''] = await folders();
      t.ok((await childrenIn(workDir)).every((child) => child.includes(left)));
      t.match([row, other], [{ releases: [] }, { state: 'held', releases: [] }]);
    },
  );
}

t.test('a recording that waits for an engine says so, and loses nothing by it', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, {
    engines: [gate.engine('one')],
    leaseSeconds: 2,
    env: { ENGINE_PLACES: '1' },
  });
  const rows = await ingest.submit(
    { url: host.origin, recording: gated('one') },
    { url: host.origin, recording: gated('one') },
  );
  const isTranscribing = (row: Row) => row.renewals.some(({ status }) => status === 'TRANSCRIBING');
  await until(() => rows.some(isTranscribing));
  const waiting = rows.find((row) => !isTranscribing(row));
  const waits = () => waiting?.renewals.filter((renewal) => renewal.paused).length ?? 0;
  await until(() => waits() >= 6);
  t.same(waiting?.releases, []);
  gate.open();
  await until(() => waiting?.state === 'transcribed');
});

t.test('what was submitted again is behind what was queued in between', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, {
    engines: ['first', 'again', 'between'].map((name) => gate.engine(name)),
    env: { ENGINE_PLACES: '1' },
  });
  const integration_id = '00000000-0000-4000-8000-000000000001';
  const call = (name: string, day: number, queuedDay: number) => ({
    url: host.origin,
    queuedAt: `2026-11-0${queuedDay}T10:00:00.000Z`,
    recording: { ...gated(name), integration_id, created_date: `2026-11-0${day}T10:00:00.000Z` },
  });
  await ingest.submit(call('first', 1, 1));
  await until(() => gate.running.length === 1);
  const waiting = await ingest.submit(call('again', 1, 3), call('between', 2, 2));
  await until(() => waiting.every(({ renewals }) => renewals.at(-1)?.audio_seconds != null));
  await until(() => waiting.every(({ renewals }) => renewals.at(-1)?.paused === true));
  gate.open();
  await until(() => waiting.every(({ state }) => state === 'transcribed'));
  t.ok(gate.begun.indexOf('between') < gate.begun.indexOf('again'), gate.begun.join());
});

t.test('a child that hangs is ended by the watchdog, and the recording worth another try', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall, {
    engines: [stuck],
    leaseSeconds: 2,
  });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('timed_out'), detail: /no progress/ }]);
  await until(async () => (await readdir(workDir)).length === 0);
  t.same(await childrenIn(workDir), []);
});

t.test('an engine that works silently for longer than a lease is not stopped', async (t) => {
  const busy = child('sh', '-c', 'i=0; while [ $i -lt 2500000 ]; do i=$((i+1)); done');
  const { ingest, host } = await pipeline(t, shortCall, { engines: [busy], leaseSeconds: 1 });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state !== 'queued' && row?.state !== 'held', 30_000);
  t.equal(row?.state, 'transcribed');
});

t.test('progress without an end is ended by the deadline', async (t) => {
  const busy = {
    ...pocketsphinx,
    recognize: (_file: string, signal: AbortSignal, onProgress: () => void) =>
      new Promise<never>((_, reject) => {
        const timer = setInterval(onProgress, 50);
        signal.addEventListener('abort', () => {
          clearInterval(timer);
          reject(signal.reason);
        });
      }),
  };
  const options = { engines: [busy], leaseSeconds: 2, deadlineSeconds: 4 };
  const { ingest, host } = await pipeline(t, shortCall, options);
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('timed_out'), detail: /deadline/ }]);
  t.ok((row?.renewals.length ?? 0) >= 2, 'progress renewed the lease');
});

t.test('a finished transcript is kept through an outage of ingest', async (t) => {
  const gate = new Gate();
  const { ingest, host } = await pipeline(t, shortCall, { engines: [gate.engine('one')] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => gate.running.length > 0);
  await ingest.leave();
  gate.open();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  t.equal(row?.state, 'held');
  await ingest.comeBack();
  await until(() => row?.state === 'transcribed');
  t.equal(row?.claims, 1);
});

t.test('a finished transcript is kept through an outage of NATS', async (t) => {
  const gate = new Gate();
  const { nats, ingest, host } = await pipeline(t, shortCall, { engines: [gate.engine('one')] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => gate.running.length > 0);
  nats.kill('SIGKILL');
  gate.open();
  await nats.start();
  await until(() => row?.state === 'transcribed');
  t.equal(row?.claims, 1);
});

t.test('no more recordings are decoded at once than one or two for each core', async (t) => {
  const tone = ['-f', 'lavfi', '-i', 'sine=f=440:r=16000', '-t', '400'];
  const long = await readFile(await convert(t.testdir({}), 'tone.flac', ...tone));
  const gate = new Gate();
  gate.open();
  const { ingest, host, workDir } = await pipeline(t, (_request, response) => response.end(long), {
    engines: [gate.engine('one')],
    cap: 100,
  });
  const cores = availableParallelism();
  const rows = await ingest.submit(...Array.from({ length: cores + 4 }, () => ({ url: host.origin })));
  let most = 0;
  await until(async () => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args=']);
    const decoders = stdout.split('\n').filter((line) => line.startsWith('ffmpeg') && line.includes(workDir));
    most = Math.max(most, decoders.length);
    return rows.every(({ state }) => state === 'transcribed');
  }, 90_000);
  // Of as many integrations: one that has none gets a place beyond the cores.
  t.ok(most >= cores && most <= 2 * cores, `${most} at once`);
});
