import t from 'tap';
import { throttled } from '../src/log.ts';

t.test('a fault that goes on is logged now and then, with how often it was suppressed', async (t) => {
  const lines: object[] = [];
  let now = 0;
  t.intercept(performance, 'now', { value: () => now });
  const warn = throttled((fields) => lines.push(fields));
  for (; now < 25_000; now += 1000) warn({ second: now / 1000 }, 'still away');
  t.same(lines, [{ second: 0 }, { second: 10, suppressed: 9 }, { second: 20, suppressed: 9 }]);
});
