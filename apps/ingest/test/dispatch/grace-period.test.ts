import t from 'tap';
import { GracePeriod } from '../../src/dispatch/grace-period.ts';

t.test('the grace period is over after listening for the length of a lease', async (t) => {
  const grace = new GracePeriod(100, 10);
  t.same(
    [0, 40, 80, 99, 100, 140].map((nowMs) => grace.isOver(nowMs)),
    [false, false, false, false, true, true],
  );
});

t.test('an absence starts it again', async (t) => {
  const grace = new GracePeriod(100, 10);
  for (const nowMs of [0, 50, 100]) grace.isOver(nowMs);
  grace.restart(120);
  t.equal(grace.isOver(140), false);
  t.equal(grace.isOver(180), false);
  t.equal(grace.isOver(220), true);
});

t.test('a long pause between two passes is an absence', async (t) => {
  const grace = new GracePeriod(100, 10);
  for (const nowMs of [0, 50, 100]) grace.isOver(nowMs);
  t.equal(grace.isOver(150), true);
  t.equal(grace.isOver(201), false);
  t.equal(grace.isOver(251), false);
  t.equal(grace.isOver(301), true);
});

t.test('an interval longer than half a lease is not an absence', async (t) => {
  const grace = new GracePeriod(90, 60);
  t.same(
    [0, 60, 120, 181, 241].map((nowMs) => grace.isOver(nowMs)),
    [false, false, true, true, true],
  );
  t.equal(grace.isOver(362), false, 'a missed pass is');
});
