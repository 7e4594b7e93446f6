import { Client, escapeIdentifier } from 'pg';

/**
 * Puts an empty table of a service into partitions by the hash of `integration_id`. Columns, keys, indexes and what
 * refers to it stay as they are, so that no statement has to change.
 */
export async function partitionByTenant(
  url: string,
  { schema, table, partitions }: { schema: string; table: string; partitions: number },
): Promise<void> {
  const client = new Client({ connectionString: url, options: `-c search_path=${schema}` });
  await client.connect();
  const name = escapeIdentifier(table);
  try {
    await client.query('begin');
    const { rows: referring } = await client.query<{ child: string; name: string; definition: string }>(
      `select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and confrelid = $1::regclass`,
      [name],
    );
    const { rows: own } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
      [name],
    );
    await client.query(`alter table ${name} rename to whole`);
    await client.query(`create table ${name} (like whole including all) partition by hash (integration_id)`);
    for (let part = 0; part < partitions; part += 1)
      await client.query(
        `create table ${escapeIdentifier(`${table}_${part}`)} partition of ${name}
         for values with (modulus ${partitions}, remainder ${part}) with (fillfactor = 80)`,
      );
    await client.query('drop table whole cascade');
    for (const { definition } of own) await client.query(`alter table ${name} add ${definition}`);
    for (const { child, name: constraint, definition } of referring)
      await client.query(`alter table ${child} add constraint ${escapeIdentifier(constraint)} ${definition}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
