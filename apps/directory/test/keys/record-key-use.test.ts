import { recordKeyUse } from '@debrief/contracts/operations/directory-access';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { declared, runningDirectory } from '../fixtures/running-directory.ts';

const directory = await runningDirectory(t);
const { ask, db } = directory;

async function lastUse(id: string): Promise<string | null> {
  const key = await db
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return key.last_used_at;
}

t.test('the latest use of each key is kept, in whatever order uses are told', async (t) => {
  const [one, other, unused] = [
    await directory.createKey(),
    await directory.createKey(),
    await directory.createKey(),
  ];
  await Promise.all([
    ask(recordKeyUse, { key_id: one.id, used_at: '2026-01-01T10:00:00.000Z' }),
    ask(recordKeyUse, { key_id: one.id, used_at: '2026-01-01T12:00:00.000Z' }),
    ask(recordKeyUse, { key_id: one.id, used_at: '2026-01-01T11:00:00.000Z' }),
    ask(recordKeyUse, { key_id: other.id, used_at: '2026-01-02T00:00:00.000Z' }),
  ]);
  await ask(recordKeyUse, { key_id: one.id, used_at: '2025-12-31T00:00:00.000Z' });
  t.equal(await lastUse(one.id), '2026-01-01T12:00:00.000000Z');
  t.equal(await lastUse(other.id), '2026-01-02T00:00:00.000000Z');
  t.equal(await lastUse(unused.id), null);
});

t.test('a use told by a clock that is ahead counts as now', async (t) => {
  const { id } = await directory.createKey();
  await ask(recordKeyUse, { key_id: id, used_at: '2999-01-01T00:00:00.000Z' });
  const used = await lastUse(id);
  t.ok(used !== null && used < '2999');
});

t.test('the use of a key that does not exist is let go, one that is no instant is refused', async (t) => {
  t.equal(await ask(recordKeyUse, { key_id: uuidv7(), used_at: '2026-01-01T10:00:00.000Z' }), null);
  const { id } = await directory.createKey();
  const [good, bad] = await Promise.allSettled([
    ask(recordKeyUse, { key_id: id, used_at: '2026-01-01T10:00:00.000Z' }),
    ask(recordKeyUse, { key_id: id, used_at: 'yesterday' }),
  ]);
  t.match(good, { status: 'fulfilled' });
  t.match(bad, { reason: declared('VALIDATION_FAILED') });
});
