import t from 'tap';
import { Attention } from '../../src/dispatch/attention.ts';

t.test('silence is proof only after a lease’s length of listening', async (t) => {
  const attention = new Attention(100, 10);
  t.same(
    [0, 40, 80, 99, 100, 140].map((nowMs) => attention.isSure(nowMs)),
    [false, false, false, false, true, true],
  );
});

t.test('after an absence it has to listen anew', async (t) => {
  const attention = new Attention(100, 10);
  for (const nowMs of [0, 50, 100]) attention.isSure(nowMs);
  attention.wasAway(120);
  t.equal(attention.isSure(140), false);
  t.equal(attention.isSure(180), false);
  t.equal(attention.isSure(220), true);
});

t.test('a long pause between two looks is an absence', async (t) => {
  const attention = new Attention(100, 10);
  for (const nowMs of [0, 50, 100]) attention.isSure(nowMs);
  t.equal(attention.isSure(150), true);
  t.equal(attention.isSure(201), false);
  t.equal(attention.isSure(251), false);
  t.equal(attention.isSure(301), true);
});

t.test('looking more seldom than twice a lease is no absence by itself', async (t) => {
  const attention = new Attention(90, 60);
  t.same(
    [0, 60, 120, 181, 241].map((nowMs) => attention.isSure(nowMs)),
    [false, false, true, true, true],
  );
  t.equal(attention.isSure(362), false, 'missing a look is');
});
