import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startLoop } from '../src/loop.ts';
import { until } from './stream.ts';

t.test('rounds that are asked for again and again keep a gap, and none is forgotten', async (t) => {
  const gapMs = 20;
  let asked = 0;
  let rounds = 0;
  let seen = 0;
  const loop = startLoop({
    async round() {
      rounds += 1;
      seen = asked;
      return 'done';
    },
    idleMs: 3_600_000,
    retryMs: 3_600_000,
    gapMs,
  });
  t.teardown(() => loop.close());
  const startedAt = performance.now();
  for (; asked < 100; ) {
    asked += 1;
    loop.wake();
    await sleep(1);
  }
  await until(() => seen === asked);
  t.ok(rounds <= (performance.now() - startedAt) / gapMs + 2, `${rounds} rounds`);
});
