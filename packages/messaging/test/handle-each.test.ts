import { setTimeout as delay } from 'node:timers/promises';
import { defineOperation, type InputOf, type OutputOf } from '@debrief/contracts/define';
import { Type } from '@sinclair/typebox';
import t from 'tap';
import { FairPlaces } from '../src/fair-places.ts';
import { handleEach, handleWrite } from '../src/handle-each.ts';
import type { Item } from '../src/serve.ts';
import { aMember, anIntegration, operator } from './fixtures/callers.ts';

const operation = defineOperation({
  subject: 'hotel.rooms.count',
  scope: 'integration',
  access: 'read',
  input: Type.Object({ floor: Type.Integer() }),
  output: Type.String(),
  errors: [],
  idempotent: true,
});
const [one, other] = [anIntegration(), anIntegration()];

/** As a service has them. */
const inPlaces = () => ({ answered() {}, places: new FairPlaces({ places: 6, perTenant: 2 }) });

function item(caller: typeof one, input: InputOf<typeof operation>): Item<typeof operation> {
  return { caller, input };
}

t.test(
  'equal questions of one integration share an answer, and every item has its own in order',
  async (t) => {
    const asked: string[] = [];
    const { handler } = handleEach(operation, async ({ caller, input }) => {
      asked.push(`${caller.integration_id} ${input.floor}`);
      return { ok: `${caller.integration_id} ${input.floor}` };
    });
    const items = [
      item(one, { floor: 1 }),
      item(other, { floor: 1 }),
      item(one, { floor: 2 }),
      item(one, { floor: 1 }),
    ];
    const answers = (await handler(items)) as { ok: OutputOf<typeof operation> }[];
    t.strictSame(
      answers.map(({ ok }) => ok),
      items.map(({ caller, input }) => `${caller.integration_id} ${input.floor}`),
    );
    t.equal(asked.length, 3);
  },
);

t.test('equal questions of two members of one integration have answers of their own', async (t) => {
  const { handler } = handleEach(operation, async ({ caller }) => ({ ok: String(caller.member_id) }));
  const members = [aMember(one, 'member'), aMember(one, 'member')];
  const answers = await handler([one, ...members].map((caller) => item(caller, { floor: 1 })));
  t.strictSame(answers, [{ ok: 'undefined' }, ...members.map(({ member_id }) => ({ ok: member_id }))]);
});

t.test('equal writes are carried out each', async (t) => {
  let written = 0;
  const { handler } = handleWrite(operation, async () => {
    written += 1;
    return { ok: `write ${written}` };
  });
  const answers = await handler([1, 1, 1].map((floor) => item(one, { floor })));
  t.strictSame(answers, [{ ok: 'write 1' }, { ok: 'write 2' }, { ok: 'write 3' }]);
});

t.test('six are answered at once, and two of one integration', async (t) => {
  const running = new Map<string, number>();
  let most = 0;
  let mostOfOne = 0;
  const { handler } = handleEach(operation, async ({ caller: { integration_id } }) => {
    running.set(integration_id, (running.get(integration_id) ?? 0) + 1);
    most = Math.max(
      most,
      [...running.values()].reduce((sum, count) => sum + count),
    );
    mostOfOne = Math.max(mostOfOne, ...running.values());
    await delay(5);
    running.set(integration_id, (running.get(integration_id) ?? 0) - 1);
    return { ok: '' };
  });
  const callers = [one, other, anIntegration(), anIntegration()];
  await handler(
    callers.flatMap((caller) => [1, 2, 3, 4, 5].map((floor) => item(caller, { floor }))),
    inPlaces(),
  );
  t.same([most, mostOfOne], [6, 2]);
});

t.test('whoever has the fewest running is next, in the order of the questions', async (t) => {
  const begun: string[] = [];
  const opened: (() => void)[] = [];
  const { handler } = handleEach(operation, async ({ caller, input }) => {
    begun.push(`${caller === one ? 'one' : 'other'} ${input.floor}`);
    await new Promise<void>((resolve) => opened.push(resolve));
    return { ok: '' };
  });
  const floors = [1, 2, 3, 4];
  const context = inPlaces();
  // The second batch comes later.
  const batches = [one, other].map((caller) =>
    handler(
      floors.map((floor) => item(caller, { floor })),
      context,
    ),
  );
  while (begun.length < 8) {
    await delay(1);
    opened.shift()?.();
  }
  while (opened.length > 0) opened.shift()?.();
  await Promise.all(batches);
  t.same(begun.slice(0, 4), ['one 1', 'one 2', 'other 1', 'other 2']);
  t.same(
    ['one', 'other'].map((name) => begun.filter((line) => line.startsWith(`${name} `))),
    ['one', 'other'].map((name) => floors.map((floor) => `${name} ${floor}`)),
  );
});

t.test('an operator may take every place', async (t) => {
  let running = 0;
  const everybody = { ...operation, scope: 'system' as const };
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const { handler } = handleEach(everybody, async () => {
    running += 1;
    if (running === 6) resolve();
    await all;
    return { ok: '' };
  });
  await handler(
    [1, 2, 3, 4, 5, 6].map((floor) => ({ caller: operator, input: { floor } })),
    inPlaces(),
  );
  t.equal(running, 6);
});

t.test('one that fails fails alone, and no other is answered twice', async (t) => {
  const asked: number[] = [];
  const broken = new Error('no such floor');
  const { handler } = handleEach(operation, async ({ input }) => {
    asked.push(input.floor);
    if (input.floor === 13) throw broken;
    return { ok: `floor ${input.floor}` };
  });
  const answers = await handler([1, 13, 2, 13].map((floor) => item(one, { floor })));
  t.strictSame(answers, [{ ok: 'floor 1' }, { error: broken }, { ok: 'floor 2' }, { error: broken }]);
  t.strictSame(asked, [1, 13, 2]);
});

t.test('what cannot be begun in time is not begun, and times out', async (t) => {
  const asked: number[] = [];
  const slow = async ({ input }: Item<typeof operation>) => {
    asked.push(input.floor);
    await delay(60);
    return { ok: '' };
  };
  const { handler } = handleEach(operation, slow, { beginTimeoutMs: 50 });
  const answers = await handler(
    [1, 2, 3, 4, 5, 6].map((floor) => item(one, { floor })),
    inPlaces(),
  );
  t.strictSame(asked, [1, 2]);
  t.match(answers, [{ ok: '' }, { ok: '' }, ...Array(4).fill({ error: { message: 'TIMED_OUT' } })]);
});
