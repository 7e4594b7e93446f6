import t from 'tap';
import { inBatches } from '../src/in-batches.ts';

t.test('payloads that arrive while a batch is handled go together into the next ones', async (t) => {
  const batches: string[] = [];
  const handle = inBatches<number>(async (payloads) => {
    batches.push(payloads.join(' '));
    await new Promise((resolve) => setImmediate(resolve));
  }, 3);
  const first = [handle(1), handle(2)];
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([...first, handle(3), handle(4), handle(5), handle(6)]);
  await handle(7);
  t.same(batches, ['1 2', '3 4 5', '6', '7']);
});

t.test('only the payload at fault fails with its batch', async (t) => {
  const handled: number[] = [];
  const handle = inBatches<number>(async (payloads) => {
    if (payloads.includes(2)) throw new Error('two');
    handled.push(...payloads);
  }, 10);
  const outcomes = await Promise.allSettled([handle(1), handle(2), handle(3)]);
  t.same(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  t.same(handled, [1, 3]);
  await t.rejects(handle(2), { message: 'two' });
  await handle(4);
  t.same(handled, [1, 3, 4]);
});
