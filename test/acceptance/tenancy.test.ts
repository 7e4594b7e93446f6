import t from 'tap';
import { withPostgres } from './harness/back-ups.ts';
import { sharedDebrief } from './harness/debrief.ts';

/** What makes it possible to spread tenants over partitions, or over machines: each row is found by its tenant. */

const ofTheService = 'the service’s own book-keeping, a row for each event or for the whole service';
const ofPeople = 'of a person who signs in, to any of several integrations';

/** Tables whose key does not begin with integration_id, and why. */
const others: Readonly<Record<string, string>> = {
  outbox: ofTheService,
  outbox_stream: ofTheService,
  rebuilds: ofTheService,
  rejected_events: ofTheService,
  schema_migrations: ofTheService,
  lease_clock: ofTheService,
  audio_store: ofTheService,
  words_filling: ofTheService,
  organizations: 'has integrations',
  'directory.integrations': 'is the tenant: its id is integration_id elsewhere',
  api_keys: 'a key is looked up to find out whose it is',
  key_uses: 'belongs to a key',
  accounts: ofPeople,
  account_links: ofPeople,
  memberships: ofPeople,
  sessions: ofPeople,
  sign_in_attempts: 'comes before anybody is known',
};

const debrief = await sharedDebrief(t);

const TABLES = `
  select nspname as schema, relname as name,
    exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'integration_id' and attnotnull) as of_tenants,
    (select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where indrelid = pg_class.oid and indisprimary) as first_of_key
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition
    and nspname in ('directory', 'ingest', 'coaching', 'analytics')
  order by 1, 2`;

t.test('the key of every table begins with its tenant, or it is said why not', async (t) => {
  const { rows } = await withPostgres(debrief, (client) => client.query(TABLES));
  t.ok(rows.length > 50, 'there are tables');
  const unused = new Set(Object.keys(others));
  for (const { schema, name, of_tenants, first_of_key } of rows) {
    const known = [`${schema}.${name}`, name].find((one) => others[one] !== undefined);
    if (first_of_key === 'integration_id') {
      t.ok(of_tenants, `${schema}.${name} has a tenant in each row`);
      continue;
    }
    t.ok(known !== undefined, `${schema}.${name} begins with ${first_of_key}`);
    if (known !== undefined) unused.delete(known);
  }
  t.same([...unused], [], 'every reason is of a table that is there');
});

t.test('a table of tenants has no other key that another tenant could take', async (t) => {
  const { rows } = await withPostgres(debrief, (client) =>
    client.query(`
      select indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
      where indisunique and nspname in ('directory', 'ingest', 'coaching', 'analytics')
        and indrelid in (select indrelid from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
                         where indisprimary and attname = 'integration_id')
        and not exists (select from pg_attribute where attrelid = indrelid and attname = 'integration_id'
                        and attnum = any (indkey::int2[]))`),
  );
  t.same(rows, []);
});

t.test('what refers to a row of a tenant refers to it with the tenant', async (t) => {
  const { rows } = await withPostgres(debrief, (client) =>
    client.query(`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and connamespace::regnamespace::text in ('directory', 'ingest', 'coaching', 'analytics')
        and pg_get_constraintdef(oid) !~ 'integration_id'
        and confrelid in (select indrelid from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
                          where indisprimary and attname = 'integration_id')`),
  );
  t.same(rows, []);
});
