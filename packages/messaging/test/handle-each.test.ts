import { setTimeout as delay } from 'node:timers/promises';
import { defineOperation, type InputOf, type OutputOf } from '@debrief/contracts/define';
import { Type } from '@sinclair/typebox';
import t from 'tap';
import { handleEach, handleWrite } from '../src/handle-each.ts';
import type { Item } from '../src/serve.ts';
import { anIntegration } from './fixtures/callers.ts';

const operation = defineOperation({
  subject: 'hotel.rooms.count',
  scope: 'integration',
  input: Type.Object({ floor: Type.Integer() }),
  output: Type.String(),
  errors: [],
  idempotent: true,
});
const [one, other] = [anIntegration(), anIntegration()];

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

t.test('equal writes are carried out each', async (t) => {
  let written = 0;
  const { handler } = handleWrite(operation, async () => {
    written += 1;
    return { ok: `write ${written}` };
  });
  const answers = await handler([1, 1, 1].map((floor) => item(one, { floor })));
  t.strictSame(answers, [{ ok: 'write 1' }, { ok: 'write 2' }, { ok: 'write 3' }]);
});

t.test('at most four are answered at once', async (t) => {
  let running = 0;
  let most = 0;
  const { handler } = handleEach(operation, async () => {
    running += 1;
    most = Math.max(most, running);
    await delay(5);
    running -= 1;
    return { ok: '' };
  });
  await handler(Array.from({ length: 12 }, (_, floor) => item(one, { floor })));
  t.equal(most, 4);
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
  const answers = await handler([1, 2, 3, 4, 5, 6].map((floor) => item(one, { floor })));
  t.strictSame(asked, [1, 2, 3, 4]);
  t.match(answers.slice(4), [{ error: { message: 'TIMED_OUT' } }, { error: { message: 'TIMED_OUT' } }]);
});
