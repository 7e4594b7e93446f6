import t from 'tap';
import { MinuteCounter } from '../src/minute-counter.ts';

t.test('a name counts anew in each minute, and 0 is no limit', async (t) => {
  let now = 0;
  const counter = new MinuteCounter(2, () => now);
  t.strictSame([counter.count('a'), counter.count('a'), counter.count('a')], [true, true, false]);
  t.ok(counter.isUsedUp('a'));
  t.ok(counter.count('b'));
  now = 59_500;
  t.equal(counter.secondsLeft(), 1);
  t.notOk(counter.count('a'));
  now = 60_000;
  t.notOk(counter.isUsedUp('a'));
  t.ok(counter.count('a'));
  const unlimited = new MinuteCounter(0);
  for (let index = 0; index < 100; index += 1) t.ok(unlimited.count('a'));
});
