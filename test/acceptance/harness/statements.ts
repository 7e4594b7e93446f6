import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Every statement that a run has Postgres do, and whether its plan stays within the tenants that ask. */

/** Statements that look at rows of all tenants, by a part of their text, and why. Nobody from outside waits for them. */
const forAll: readonly (readonly [part: RegExp, why: string])[] = [
  [/from unnest\(.*join api_keys|insert into key_uses/, 'a key says whose it is'],
  [/^delete from sessions/, 'sessions that are over'],
  [/^(update erasures|with silent as \( update erasure_list)/, 'the oldest erasures of all'],
  [/^update invitations set status/, 'invitations that have expired'],
  [/lease_clock/, 'work that is due, or whose lease has ended'],
  [/^with recursive "(waiting|delayed)"/, 'work is handed out fairly between tenants'],
  [/from audio_removals where|^update reruns|"reruns"/, 'what is due in the background'],
  [
    /^delete from (grown_speech|"signals"|"speech")|^select from analyses_due order/,
    'signals, in the background',
  ],
  [/texts_removed_at is not null and json_array_length/, 'what an earlier release left to remove'],
  [/period_schedules/, 'periods that are over'],
];

const RESTART_TIMEOUT_MS = 60_000;
const services = ['directory', 'ingest', 'coaching', 'analytics'];

/** From here on Postgres keeps them; it is restarted for that by whoever has started it. */
export async function recordStatements(databaseUrl: string, pid: number): Promise<void> {
  await once(databaseUrl, async (client) => {
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await client.query(`alter system set pg_stat_statements.track = 'all'`);
  });
  process.kill(pid, 'SIGINT');
  const giveUpAtMs = Date.now() + RESTART_TIMEOUT_MS;
  for (;;) {
    try {
      await once(databaseUrl, (client) => client.query('create extension pg_stat_statements schema public'));
      return;
    } catch (error) {
      if (Date.now() > giveUpAtMs) throw error;
    }
    await sleep(100);
  }
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  Plans?: PlanNode[];
  [key: string]: unknown;
}

export interface CheckedStatements {
  /** Whose plans were looked at. */
  planned: number;
  /** Of these, that look at rows of all tenants for a reason that is known. */
  forAll: number;
  /** Which Postgres cannot plan without their values: they name the tenant. */
  unplanned: number;
  /** They read or write a table of tenants without saying whose rows. */
  faults: string[];
}

export async function checkStatements(databaseUrl: string): Promise<CheckedStatements> {
  return once(databaseUrl, async (client) => {
    const found: CheckedStatements = { planned: 0, forAll: 0, unplanned: 0, faults: [] };
    // A small table is read from end to end, whatever its indexes.
    for (const setting of ['enable_seqscan = off', 'jit = off']) await client.query(`set ${setting}`);
    for (const service of services) {
      await client.query(`set search_path = ${service}`);
      const tables = await tenantTables(client, service);
      const { rows } = await client.query<{ query: string }>(
        `select distinct query from public.pg_stat_statements join pg_roles on pg_roles.oid = userid
         where rolname = current_database() || '_' || $1 and toplevel
           and query ~* '^\\s*(/\\*.*\\*/)?\\s*(select|insert|update|delete|with|merge)'`,
        [service],
      );
      for (const { query } of rows) {
        const text = query.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
        const isForAll = forAll.some(([part]) => part.test(text));
        const plan = await planOf(client, query);
        if (plan === null) found.unplanned += 1;
        else found.planned += 1;
        const crossing = plan === null ? guessed(text, tables) : crossed(plan, tables, []);
        if (crossing.length === 0) continue;
        if (isForAll) found.forAll += 1;
        else
          found.faults.push(
            `${service} looks at ${crossing.join(', ')} of all tenants: ${text.slice(0, 500)}`,
          );
      }
    }
    return found;
  });
}

async function tenantTables(client: Client, schema: string): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = $1 and column_name = 'integration_id'`,
    [schema],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Constants stand as parameters in what Postgres keeps; not everywhere may a parameter stand. */
async function planOf(client: Client, query: string): Promise<PlanNode | null> {
  const text = query.replaceAll(/\b(interval) (\$\d+)/g, '$2::interval');
  try {
    const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan as PlanNode;
  } catch {
    return null;
  }
}

/** Without a plan: tables of a statement that says nothing of a tenant. */
function guessed(text: string, tables: ReadonlySet<string>): string[] {
  if (/integration_id/.test(text)) return [];
  return [...tables].filter((table) => new RegExp(`\\b${table}\\b`).test(text));
}

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'TID Cond',
];

/** Tables of tenants that a plan reads without a condition, there or where it is joined, on whose rows. */
function crossed(node: PlanNode, tables: ReadonlySet<string>, above: readonly string[]): string[] {
  const own = CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? [node[name] as string] : []));
  const all = [...above, ...own];
  const found = (node.Plans ?? []).flatMap((part) => crossed(part, tables, all));
  const table = node['Relation Name'];
  const isScan = node['Node Type'].endsWith('Scan') && !node['Node Type'].startsWith('Bitmap Index');
  if (!isScan || table === undefined || !tables.has(table)) return found;
  const alias = node.Alias ?? table;
  const says = all.some((condition) => condition.includes(`${alias}.integration_id`));
  // What is looked up in an index beneath belongs to this one.
  const beneath = (node.Plans ?? []).some((part) =>
    String(part['Index Cond'] ?? '').includes(`integration_id`),
  );
  return says || beneath ? found : [...found, table];
}

async function once<R>(url: string, body: (client: Client) => Promise<R>): Promise<R> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await body(client);
  } finally {
    await client.end().catch(() => {});
  }
}
