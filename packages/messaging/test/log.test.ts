import t from 'tap';
import { sparingly } from '../src/log.ts';

t.test('a fault that goes on is logged now and then, with how often it was held back', async (t) => {
  const lines: object[] = [];
  let now = 0;
  t.intercept(performance, 'now', { value: () => now });
  const warn = sparingly((fields) => lines.push(fields));
  for (; now < 25_000; now += 1000) warn({ second: now / 1000 }, 'still away');
  t.same(lines, [{ second: 0 }, { second: 10, held_back: 9 }, { second: 20, held_back: 9 }]);
});
