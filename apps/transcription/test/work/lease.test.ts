import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import t from 'tap';
import { Lease, type News, NotHeld, OutOfTime } from '../../src/work/lease.ts';

const TERMS = { leaseMs: 30_000, deadlineMs: 600_000, submittedSeconds: 60, keepsAudio: false };

/** A lease, what it told, and how ingest answers. */
function lent(terms: Partial<typeof TERMS> = {}) {
  const told: News[] = [];
  const ingest = { holds: true, isAway: false };
  let begun = 0;
  const lease = new Lease(
    { ...TERMS, ...terms },
    {
      async renew(news) {
        if (ingest.isAway) throw new Error('away');
        told.push(news);
        return ingest.holds;
      },
      onTranscribing: () => {
        begun += 1;
      },
    },
  );
  return { lease, told, ingest, begun: () => begun };
}

/** Lets time pass, and answers arrive. */
async function pass(seconds: number): Promise<void> {
  for (let tick = 0; tick < seconds * 5; tick += 1) {
    mock.timers.tick(200);
    await settled();
  }
}

t.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
t.afterEach(() => mock.timers.reset());

t.test('progress renews once a second at most, and nothing without progress', async (t) => {
  const { lease, told } = lent();
  for (let step = 0; step < 20; step += 1) {
    lease.progress();
    await pass(0.2);
  }
  t.equal(told.length, 4);
  t.same(told[0], { status: 'DOWNLOADING', progress: 5, paused: false, audio_seconds: null });
  await pass(10);
  t.equal(told.length, 4);
});

t.test('a new status is reported at once, and shares of the audio from 10 to 60, never back', async (t) => {
  const { lease, told, begun } = lent();
  lease.works();
  t.same(told, [{ status: 'TRANSCRIBING', progress: 10, paused: false, audio_seconds: null }]);
  t.equal(begun(), 1);
  for (const [share, progress] of [
    [0.5, 35],
    [0.2, 35],
    [0.999, 59],
    [1, 60],
    [2, 60],
  ] as const) {
    lease.recognized(share);
    await pass(1);
    t.equal(told.at(-1)?.progress, progress);
  }
});

t.test(
  'progress moves from 5 to 7 while audio is decoded and to 10 while speech is looked for',
  async (t) => {
    const { lease, told } = lent({ submittedSeconds: 3_600 });
    const reached: (number | undefined)[] = [];
    const note = async () => {
      await pass(1);
      reached.push(told.at(-1)?.progress);
    };
    for (const seconds of [0, 1_900, 1_000, 9_000]) {
      lease.decoding(seconds);
      await note();
    }
    for (const share of [0, 0.4, 0.7, 0.1, 1]) {
      lease.listened(share);
      await note();
    }
    t.same(reached, [5, 6, 6, 7, 7, 8, 9, 9, 10]);
  },
);

t.test('waiting is reported again and again, and counts neither as idle nor as work', async (t) => {
  const { lease, told } = lent({ deadlineMs: 20_000 });
  lease.pauses();
  await pass(120);
  t.notOk(lease.signal.aborted);
  t.equal(told.length, 1 + Math.floor(119 / 7.6));
  t.ok(told.every(({ paused }) => paused));
  lease.works();
  await pass(19);
  t.notOk(lease.signal.aborted);
  await pass(1);
  t.ok(lease.signal.reason instanceof OutOfTime);
});

t.test('work without progress is ended before the lease runs out', async (t) => {
  const { lease } = lent();
  lease.works();
  await pass(20);
  lease.progress();
  await pass(23.8);
  t.notOk(lease.signal.aborted);
  await pass(0.2);
  t.match(lease.signal.reason, { message: /no progress/ });
  t.throws(() => lease.step(), { message: /no progress/ });
});

t.test('the deadline grows with audio that is longer than was submitted', async (t) => {
  const { lease } = lent({ deadlineMs: 60_000 });
  lease.decoded(70);
  for (let second = 0; second < 119; second += 1) {
    lease.progress();
    await pass(1);
  }
  t.notOk(lease.signal.aborted);
  lease.progress();
  await pass(1);
  t.match(lease.signal.reason, { message: /deadline/ });
});

t.test('a renewal that fails is sent again', async (t) => {
  const { lease, told, ingest } = lent();
  ingest.isAway = true;
  lease.works();
  await pass(5);
  t.same(told, []);
  ingest.isAway = false;
  await pass(1);
  t.equal(told.length, 1);
});

t.test('a lease that is lost ends the work, unless it is done', async (t) => {
  const { lease, ingest } = lent();
  ingest.holds = false;
  lease.progress();
  await pass(1);
  t.ok(lease.signal.reason instanceof NotHeld);

  const { lease: done, told } = lent();
  done.works();
  done.close();
  done.progress();
  await pass(700);
  t.equal(told.length, 1);
  t.notOk(done.signal.aborted, 'its result may be told after the deadline, too');
});

t.test('where audio is kept, the words reach 57 and the audio the rest', async (t) => {
  const { lease, told } = lent({ keepsAudio: true });
  lease.works();
  const reached: (number | undefined)[] = [];
  for (const tell of [
    () => lease.recognized(1),
    () => lease.kept(0),
    () => lease.kept(0.4),
    () => lease.kept(0.9),
    () => lease.kept(1),
  ]) {
    tell();
    await pass(1);
    reached.push(told.at(-1)?.progress);
  }
  t.strictSame(reached, [57, 57, 58, 59, 60]);
  lease.close();
});
