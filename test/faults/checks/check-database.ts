import { setTimeout as sleep } from 'node:timers/promises';
import { type BaseStack, services } from '../stack/stack.ts';

interface Rule {
  readonly broken: string;
  /** Finds the rows that break it. */
  readonly sql: string;
}

const rules: readonly Rule[] = [
  {
    broken: 'I1: rows have not ended',
    sql: `select status from ingest.recordings where status not in ('COMPLETED', 'FAILED')`,
  },
  {
    broken: 'I2: more than one call of a recording_id',
    sql: `select count(*) from ingest.recordings group by integration_id, external_recording_id having count(*) > 1`,
  },
  {
    broken: 'I2: a completed recording has not one transcript of its attempt',
    sql: `select r.attempt from ingest.recordings r where status = 'COMPLETED' and 1 <> (
            select count(*) from ingest.transcripts t
            where t.integration_id = r.integration_id and t.recording_id = r.id and t.attempt = r.attempt)`,
  },
  {
    broken: 'I2: a completed recording has not one analysis of its attempt',
    sql: `select r.attempt from ingest.recordings r where status = 'COMPLETED' and 1 <> (
            select count(*) from coaching.analyses a
            where a.integration_id = r.integration_id and a.recording_id = r.id and a.attempt = r.attempt)`,
  },
  {
    broken: 'facts of analytics differ from the recordings',
    sql: `select r.status, r.attempt, f.status as fact, f.attempt as fact_attempt, f.analyzed
          from ingest.recordings r
          left join analytics.call_facts f on f.integration_id = r.integration_id and f.recording_id = r.id
          where f.status is distinct from r.status or f.attempt is distinct from r.attempt
            or (r.status = 'COMPLETED' and not f.analyzed)`,
  },
];

/** I1, I2 and I5 by the rows themselves; what follows from events may come a little later. @returns what is broken. */
export async function checkDatabase(stack: BaseStack, followsWithinMs: number): Promise<string[]> {
  const all = [...rules, ...(await strangerRules(stack)), ...(await outboxRules(stack))];
  const broken: string[] = [];
  for (const rule of all) {
    const giveUpAtMs = Date.now() + followsWithinMs;
    let rows = await stack.postgres.query(rule.sql);
    while (rows.length > 0 && Date.now() < giveUpAtMs) {
      await sleep(200);
      rows = await stack.postgres.query(rule.sql);
    }
    if (rows.length > 0) broken.push(`${rule.broken} (${rows.length}, the first ${JSON.stringify(rows[0])})`);
  }
  return broken;
}

/** Each table that names a recording and an integration names two that belong together. */
async function strangerRules(stack: BaseStack): Promise<Rule[]> {
  const tables = await stack.postgres.query(
    `select table_schema as schema, table_name as name from information_schema.columns
     where table_schema = any ($1) and column_name in ('integration_id', 'recording_id')
     group by 1, 2 having count(*) = 2`,
    [services],
  );
  return tables.map(({ schema, name }) => ({
    broken: `I5: rows of ${schema}.${name} belong to no recording of their tenant`,
    sql: `select recording_id from "${schema}"."${name}" t where not exists (
            select from ingest.recordings r where r.integration_id = t.integration_id and r.id = t.recording_id)
          -- What was counted of an erased one stays, under an id of its own.
          and to_json(t) ->> 'is_erased' is distinct from 'true'`,
  }));
}

async function outboxRules(stack: BaseStack): Promise<Rule[]> {
  const tables = await stack.postgres.query(
    "select table_schema as schema from information_schema.tables where table_name = 'outbox'",
  );
  return tables.map(({ schema }) => ({
    broken: `events of ${schema} are not published`,
    sql: `select subject, failures from "${schema}".outbox where published_at is null`,
  }));
}
