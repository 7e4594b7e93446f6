import { sql } from 'kysely';
import t from 'tap';
import { testDatabase } from '../src/testing.ts';

const migrations = new URL('./migrations/', import.meta.url);

t.test('what one test writes no other test sees', async (t) => {
  const one = await testDatabase(t, { schema: 'notes', migrations });
  const other = await testDatabase(t, { schema: 'notes', migrations });
  await sql`insert into notes values (gen_random_uuid(), gen_random_uuid(), 'mine')`.execute(
    one.database.kysely,
  );
  const count = sql<{ count: number }>`select count(*) from notes`;
  t.same((await count.execute(one.database.kysely)).rows, [{ count: 1 }]);
  t.same((await count.execute(other.database.kysely)).rows, [{ count: 0 }]);
  t.not(one.url, other.url);
});
