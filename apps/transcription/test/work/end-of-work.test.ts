import { readdir } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import t from 'tap';
import { child, endless, stuck, stuckIn } from '../fixtures/child-engine.ts';
import { engineThat } from '../fixtures/engine-that.ts';
import { hostShortCall } from '../fixtures/sample-call.ts';
import { until } from '../fixtures/until.ts';
import { pipeline } from '../fixtures/worker.ts';

const shortCall = await hostShortCall(t.testdir({}));

// Each test has a server of its own and mostly waits.
t.jobs = 2;

t.test('a lost lease ends the work, its child and its files, and nothing more is sent', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall, { engines: [endless] });
  const [row] = await ingest.submit({ url: host.origin });
  await until(async () => (await stuckIn(workDir)).length > 0);
  if (row !== undefined) ingest.take(row);
  await until(async () => (await readdir(workDir)).length === 0);
  t.same(await stuckIn(workDir), []);
  // A round trip later, whatever was said before has arrived.
  const { claims } = ingest;
  await ingest.submit({ url: `${host.origin}/status/404` });
  await until(() => ingest.claims > claims);
  t.same(ingest.refused, []);
});

t.test(
  'the erasure of a recording, its contact or its user ends the work, its child and its files',
  async (t) => {
    // Nothing else does: ingest still says that they are held, and they may be silent for eight minutes.
    const { ingest, host, workDir } = await pipeline(t, shortCall, { engines: [stuck], leaseSeconds: 600 });
    const rows = await ingest.submit(...Array.from({ length: 4 }, () => ({ url: host.origin })));
    const folders = () => readdir(workDir);
    await until(async () => (await folders()).length === 4 && (await stuckIn(workDir)).length > 0);
    for (const [at, kind] of (['recording', 'contact', 'user'] as const).entries()) {
      await ingest.erase(kind, rows[at]?.recording[`${kind}_id`] ?? '');
      await until(async () => (await folders()).length === 3 - at);
    }
    const [left = ''] = await folders();
    const isOfLeft = (one: string) => one.includes(left);
    await until(async () => (await stuckIn(workDir)).some(isOfLeft));
    t.ok((await stuckIn(workDir)).every(isOfLeft), 'no child of theirs is left');
    t.ok(
      rows.every(({ releases }) => releases.length === 0),
      'nothing was given back',
    );
    t.equal(rows[3]?.state, 'held', 'the work on another goes on');
  },
);

t.test('a child that hangs is ended by the watchdog, and the recording worth another try', async (t) => {
  const { ingest, host, workDir } = await pipeline(t, shortCall, {
    engines: [stuck],
    leaseSeconds: 2,
  });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('timed_out'), detail: /no progress/ }]);
  await until(async () => (await readdir(workDir)).length === 0);
  t.same(await stuckIn(workDir), []);
});

t.test('an engine that works silently for longer than a lease is not stopped', async (t) => {
  // Twice as long as the lease, with a little to compute all the time.
  const busy = child(
    'sh',
    '-c',
    'for i in $(seq 40); do sleep 0.1; j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done; done',
  );
  const { ingest, host } = await pipeline(t, shortCall, { engines: [busy], leaseSeconds: 2 });
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state !== 'queued' && row?.state !== 'held', 200_000);
  t.equal(row?.state, 'transcribed');
});

t.test('progress without an end is ended by the deadline', async (t) => {
  const busy = engineThat(
    (_file: string, signal: AbortSignal, onProgress: () => void) =>
      new Promise<never>((_, reject) => {
        const timer = setInterval(onProgress, 50);
        signal.addEventListener('abort', () => {
          clearInterval(timer);
          reject(signal.reason);
        });
      }),
  );
  const options = { engines: [busy], leaseSeconds: 2, deadlineSeconds: 4 };
  const { ingest, host } = await pipeline(t, shortCall, options);
  const [row] = await ingest.submit({ url: host.origin });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'retry', error: failure('timed_out'), detail: /deadline/ }]);
  t.ok((row?.renewals.length ?? 0) >= 2, 'progress renewed the lease');
});
