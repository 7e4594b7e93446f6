import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { createSlots } from '../../src/work/slots.ts';

const { signal } = new AbortController();

t.test('no more bodies run at once than there are slots, in the order of asking', async (t) => {
  const slots = createSlots(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const body = async (index: number) => {
    order.push(index);
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    return index;
  };
  const results = await Promise.all([0, 1, 2, 3, 4, 5].map((index) => slots.use(signal, () => body(index))));
  t.same(results, [0, 1, 2, 3, 4, 5]);
  t.same(order, [0, 1, 2, 3, 4, 5]);
  t.equal(most, 2);
});

t.test('a slot comes free when its body fails', async (t) => {
  const slots = createSlots(1);
  await t.rejects(
    slots.use(signal, async () => {
      throw new Error('failed');
    }),
    { message: 'failed' },
  );
  t.equal(await slots.use(signal, async () => 'done'), 'done');
});

t.test('whoever stops waiting loses its place and nobody else theirs', async (t) => {
  const slots = createSlots(1);
  const gate = Promise.withResolvers<void>();
  const first = slots.use(signal, () => gate.promise);
  const stop = new AbortController();
  const second = slots.use(stop.signal, async () => 'second');
  const third = slots.use(signal, async () => 'third');
  const reason = new Error('stopping');
  stop.abort(reason);
  await t.rejects(second, reason);
  gate.resolve();
  await first;
  t.equal(await third, 'third');
  t.equal(await slots.use(signal, async () => 'fourth'), 'fourth');
  await t.rejects(
    slots.use(stop.signal, async () => 'fifth'),
    reason,
  );
});

t.test('nobody overtakes between a release and the next in line', async (t) => {
  const slots = createSlots(1);
  let running = 0;
  const body = async () => {
    running += 1;
    t.equal(running, 1);
    await nextTurn();
    running -= 1;
  };
  const first = slots.use(signal, body);
  const second = slots.use(signal, body);
  const overtaking = first.then(() => slots.use(signal, body));
  await Promise.all([second, overtaking]);
});
