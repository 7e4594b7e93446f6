import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { DOWNLOADING, type Stage, tellProgress, transcribing } from '../../src/work/tell-progress.ts';

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
    t.same(transcribing(share), { status: 'TRANSCRIBING', progress });
  }
});

t.test('a new status is told at once, steps within it four times a second at most', async (t) => {
  const told: Stage[] = [];
  const teller = tellProgress(DOWNLOADING, (stage) => told.push(stage));
  t.teardown(() => teller.stop());
  t.same(told, [{ status: 'DOWNLOADING', progress: 5 }]);
  teller.tell({ status: 'TRANSCRIBING', progress: 10 });
  for (let progress = 11; progress <= 40; progress += 1) teller.tell({ status: 'TRANSCRIBING', progress });
  t.equal(told.length, 2);
  while (told.length < 3) await delay(10);
  t.same(told.slice(1), [
    { status: 'TRANSCRIBING', progress: 10 },
    { status: 'TRANSCRIBING', progress: 40 },
  ]);
});

t.test('progress never goes back', async (t) => {
  const told: Stage[] = [];
  const teller = tellProgress({ status: 'TRANSCRIBING', progress: 30 }, (stage) => told.push(stage));
  t.teardown(() => teller.stop());
  teller.tell({ status: 'TRANSCRIBING', progress: 20 });
  teller.tell({ status: 'TRANSCRIBING', progress: 31 });
  while (told.length < 2) await delay(10);
  t.same(
    told.map((stage) => stage.progress),
    [30, 31],
  );
});

t.test('a sign of life comes though nothing moves, and none after the stop', async (t) => {
  const told: Stage[] = [];
  const teller = tellProgress({ status: 'TRANSCRIBING', progress: 30 }, (stage) => told.push(stage));
  while (told.length < 2) await delay(10);
  t.same(told[1], told[0]);
  teller.stop();
  await delay(600);
  t.equal(told.length, 2);
});
