import type { UserChanged } from '@debrief/contracts/events/directory';
import t from 'tap';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { coachingDatabase, tenant, userChange } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const record = recordUserChange(db);

async function known({ integration_id }: Pick<UserChanged, 'integration_id'>) {
  const of = (table: 'agents' | 'agent_mappings') =>
    db
      .selectFrom(table)
      .selectAll()
      .where('integration_id', '=', integration_id)
      .orderBy('user_id')
      .orderBy('external_user_id')
      .execute();
  const mappings = await of('agent_mappings');
  return {
    agents: await of('agents'),
    mappings: mappings.map(({ user_id, external_user_id }) => [user_id, external_user_id]),
  };
}

/** Three versions of one user, each with other ids, and what must be stored in the end. */
function history() {
  const first = userChange(tenant(), { external_user_id: 'a', external_user_ids: ['a', 'b'] });
  const { integration_id, user_id } = first;
  const second = { ...first, version: 2, external_user_id: 'c', external_user_ids: ['b', 'c'] };
  const third: UserChanged = {
    ...first,
    version: 3,
    external_user_id: 'd',
    external_user_ids: ['d', 'c', 'd'],
    name: 'Ada Albright',
    timezone: 'Europe/Berlin',
    signal: true,
  };
  const end = {
    agents: [
      {
        integration_id,
        user_id,
        version: 3,
        external_user_id: 'd',
        name: 'Ada Albright',
        timezone: 'Europe/Berlin',
        signal: true,
      },
    ],
    mappings: [
      [user_id, 'c'],
      [user_id, 'd'],
    ],
  };
  return { versions: [first, second, third] as const, end };
}

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

t.test(
  'the newest version is known in the end, in whichever order versions arrive, each twice',
  async (t) => {
    for (const order of orders) {
      const { versions, end } = history();
      for (const index of [...order, ...order]) await record({ payload: versions[index] });
      t.strictSame(await known(versions[0]), end, order.join(' '));
    }
  },
);

t.test('versions that arrive at once leave the newest, whole', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const { versions, end } = history();
    const order = orders[round % orders.length] ?? orders[0];
    await Promise.all([...order, ...order].map((index) => record({ payload: versions[index] })));
    t.strictSame(await known(versions[0]), end);
  }
});

t.test('the same version again changes nothing', async (t) => {
  const payload = userChange(tenant());
  await record({ payload });
  await record({ payload: { ...payload, name: 'Somebody Else', external_user_ids: ['other'] } });
  t.match(await known(payload), {
    agents: [{ name: 'Ada Agent' }],
    mappings: [[payload.user_id, 'agent-7']],
  });
});

t.test('an older version is ignored, its external ids included', async (t) => {
  const payload = userChange(tenant(), { version: 7, external_user_ids: [] });
  await record({ payload });
  await record({ payload: { ...payload, version: 6, external_user_ids: ['agent-7'] } });
  t.match(await known(payload), { agents: [{ version: 7 }] });
  t.strictSame((await known(payload)).mappings, []);
});

t.test('a user’s change touches no other user, of its integration or of another', async (t) => {
  const [caller, other] = [tenant(), tenant()];
  const mine = userChange(caller);
  const neighbour = userChange(caller, { external_user_id: 'agent-8' });
  const namesake = userChange(other, { user_id: mine.user_id });
  for (const payload of [mine, neighbour, namesake]) await record({ payload });
  await record({ payload: { ...mine, version: 2, external_user_ids: ['agent-9'] } });
  t.strictSame((await known(neighbour)).mappings, [
    [mine.user_id, 'agent-9'],
    [neighbour.user_id, 'agent-8'],
  ]);
  t.strictSame((await known(namesake)).mappings, [[mine.user_id, 'agent-7']]);
});

t.test('a change that cannot be stored whole is not stored at all', async (t) => {
  const payload = userChange(tenant());
  await record({ payload });
  const before = await known(payload);
  const broken = {
    ...payload,
    version: 2,
    name: 'Ada Albright',
    external_user_ids: ['agent-9', 'no\u0000text'],
  };
  await t.rejects(record({ payload: broken }));
  t.strictSame(await known(payload), before);
});
