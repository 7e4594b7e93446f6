import { mock } from 'node:test';
import t from 'tap';
import { DOWNLOADING, reportProgress, type Stage, transcribing } from '../../src/work/report-progress.ts';

const at = (progress: number): Stage => ({ status: 'TRANSCRIBING', progress });

t.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
t.afterEach(() => mock.timers.reset());

t.test('transcribing goes from 10 to 60 with the share of audio done', async (t) => {
  for (const [share, progress] of [
    [0, 10],
    [0.5, 35],
    [0.999, 59],
    [1, 60],
    [-1, 10],
    [2, 60],
    [Number.NaN, 10],
  ] as const) {
    t.same(transcribing(share), at(progress));
  }
});

t.test('a new status is sent at once, steps within it four times a second at most', async (t) => {
  const sent: Stage[] = [];
  const progress = reportProgress(DOWNLOADING, (stage) => sent.push(stage));
  t.same(sent, [DOWNLOADING]);
  for (let step = 10; step <= 40; step += 1) progress.report(at(step));
  t.same(sent, [DOWNLOADING, at(10)]);
  mock.timers.tick(250);
  t.same(sent, [DOWNLOADING, at(10), at(40)]);
});

t.test('progress never goes back', async (t) => {
  const sent: Stage[] = [];
  const progress = reportProgress(at(30), (stage) => sent.push(stage));
  progress.report(at(20));
  progress.report(at(31));
  mock.timers.tick(250);
  t.same(sent, [at(30), at(31)]);
});

t.test('the stage is sent again every two seconds without a change, and not after the stop', async (t) => {
  const sent: Stage[] = [];
  const progress = reportProgress(at(30), (stage) => sent.push(stage));
  mock.timers.tick(1_750);
  t.same(sent, [at(30)]);
  mock.timers.tick(250);
  t.same(sent, [at(30), at(30)]);
  progress.stop();
  mock.timers.tick(10_000);
  t.equal(sent.length, 2);
});
