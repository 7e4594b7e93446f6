import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
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

t.test('an outage fails the whole batch after one try', async (t) => {
  let tries = 0;
  const handle = inBatches<number>(async () => {
    tries += 1;
    throw new DebriefError(UNAVAILABLE, undefined, { cause: new Error('silent') });
  }, 10);
  const outcomes = await Promise.allSettled([handle(1), handle(2), handle(3)]);
  t.same(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
  t.equal(tries, 1);
});

t.test(
  'a statement that is too slow may be of one payload only, until it is slow alone as well',
  async (t) => {
    const sizes: number[] = [];
    const handle = inBatches<number>(async (payloads) => {
      sizes.push(payloads.length);
      if (payloads.length > 1) throw new DebriefError(TIMED_OUT, undefined, { cause: new Error('slow') });
      if (payloads.includes(2)) throw new DebriefError(UNAVAILABLE);
    }, 10);
    const outcomes = await Promise.allSettled([handle(1), handle(2), handle(3)]);
    t.same(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    );
    t.same(sizes, [3, 1, 1]);
  },
);

t.test('what its caller has given up is not handled, and does not take a place in the queue', async (t) => {
  const handled: number[] = [];
  const gate = Promise.withResolvers<void>();
  const handle = inBatches<number>(async (payloads) => {
    await gate.promise;
    handled.push(...payloads);
  }, 1);
  const first = handle(0);
  await new Promise((resolve) => setImmediate(resolve));
  const callers = new AbortController();
  const late = Array.from({ length: 1_000 }, (_, index) => handle(index + 1, callers.signal));
  const ended = Promise.allSettled(late);
  await t.rejects(handle(2_000), { message: new DebriefError(UNAVAILABLE).message }, 'the queue is full');
  callers.abort(new Error('too late'));
  const last = handle(3_000);
  gate.resolve();
  await Promise.all([first, last]);
  t.same(handled, [0, 3_000]);
  for (const outcome of await ended) t.match(outcome, { reason: { message: 'too late' } });
});
