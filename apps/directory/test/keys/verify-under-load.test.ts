import { hashApiKey } from '@debrief/contracts/api-key';
import { verifyKey } from '@debrief/contracts/operations/directory-access';
import { listUsers } from '@debrief/contracts/operations/directory-people';
import { request } from '@debrief/messaging/request';
import { sql } from 'kysely';
import t from 'tap';
import { callerOf } from '../fixtures/answers.ts';
import { lockWaits } from '../fixtures/lock-waits.ts';
import { operator, runningDirectory } from '../fixtures/running-directory.ts';

t.test('a key is verified before lists that hold every connection of the pool', async (t) => {
  const directory = await runningDirectory(t, { DATABASE_POOL_SIZE: '2' });
  const { db, messaging } = directory;
  const { key, integration_id } = await directory.createKey();
  const locked = await db.startTransaction().execute();
  await sql`lock table users in access exclusive mode`.execute(locked);
  const callers = [integration_id, (await directory.createIntegration()).id].map(callerOf);
  const answered: string[] = [];
  const lists = callers.flatMap((caller) =>
    [1, 2, 3].map((limit) =>
      request(messaging, listUsers, caller, { limit, sort: 'asc' }).finally(() => answered.push('list')),
    ),
  );
  await lockWaits(db, 2);
  t.match(await request(messaging, verifyKey, operator, { sha256: hashApiKey(key) }), { integration_id });
  t.same(answered, [], 'no list has ended, nor given up its lock');
  await locked.commit().execute();
  await Promise.all(lists);
});
