import { sql } from 'kysely';
import t from 'tap';
import { acceptOne, createOne, inviting, list, revokeOne, runOut } from '../fixtures/inviting.ts';
import { testDirectory } from '../fixtures/test-directory.ts';

const directory = await testDirectory(t);
const { db } = directory;

t.test('a list shows id, e-mail, status and created date', async (t) => {
  const { scope } = await inviting(directory);
  const { id, email, created_date } = (await createOne(db, scope)).invitation;
  t.strictSame(await list(db, scope), {
    data: [{ id, email, status: 'pending', created_date }],
    next: null,
  });
});

t.test(
  'only pending invitations that have not expired are listed, and only in their own integration',
  async (t) => {
    const { scope } = await inviting(directory);
    const other = await inviting(directory);
    await createOne(db, other.scope, { email: 'theirs@example.com' });
    const named = async (email: string) =>
      (await createOne(db, scope, { email, external_user_id: email })).invitation;
    const pending = await named('pending@example.com');
    await runOut(db, (await named('late@example.com')).id);
    await revokeOne(db, scope, (await named('revoked@example.com')).id);
    await acceptOne(db, (await named('accepted@example.com')).invitation_link);
    const { data } = await list(db, scope);
    t.strictSame(
      data.map(({ id }) => id),
      [pending.id],
    );
  },
);

t.test(
  'paging shows each invitation once in both directions, also when some share one created date',
  async (t) => {
    const { scope } = await inviting(directory);
    const emails = Array.from({ length: 7 }, (_, index) => `p-${index}@example.com`);
    for (const email of emails) await createOne(db, scope, { email });
    // Three of them a microsecond later than the rest.
    await sql`
    update invitations set created_date = timestamptz '2026-01-01Z'
      + (email = any(${emails.slice(2, 5)}))::int * interval '1 microsecond'
    where integration_id = ${scope}`.execute(db);
    const walk = async (sort: 'asc' | 'desc') => {
      const seen: string[] = [];
      let next: Awaited<ReturnType<typeof list>>['next'] | undefined;
      do {
        const page = await list(db, scope, { limit: 2, sort, ...(next && { after: next }) });
        seen.push(...page.data.map(({ email }) => email));
        next = page.next;
      } while (next !== null);
      return seen;
    };
    const forwards = await walk('asc');
    t.strictSame(
      forwards,
      [0, 1, 5, 6, 2, 3, 4].map((index) => emails[index]),
    );
    t.strictSame(await walk('desc'), forwards.toReversed());
  },
);

t.test('a page is read from its index, from where the page starts', async (t) => {
  await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`
      explain select id from invitations
      where integration_id = '01900000-0000-7000-8000-000000000000' and status = 'PENDING' and expires_date > now()
        and (created_date, id) > ('2026-01-01'::timestamptz, '01900000-0000-7000-8000-000000000000'::uuid)
      order by created_date, id limit 3`.execute(tx);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    t.match(plan, /Index.* using invitations_in_order/);
    t.notMatch(plan, /Sort/);
  });
});
