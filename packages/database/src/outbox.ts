import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from './outbox-tables.ts';
import type { Tx } from './pool.ts';

export { type OutboxRelay, type OutboxRelayOptions, startOutboxRelay } from './outbox-relay.ts';
export type { OutboxTables };

export interface OutboxMessage {
  subject: string;
  payload: unknown;
  /** By which JetStream and consumers recognise a repetition; random by default. */
  messageId?: string;
}

/** Events that are published if and only if this transaction commits. Wake the relay after the commit. */
export async function appendToOutbox<T extends OutboxTables>(
  tx: Tx<T>,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ messageId }) => messageId ?? randomUUID());
  const subjects = messages.map(({ subject }) => subject);
  const payloads = messages.map(({ payload }) => JSON.stringify(payload));
  await sql`
    insert into outbox (message_id, subject, payload)
    select message_id, subject, payload::json
    from unnest(${ids}::text[], ${subjects}::text[], ${payloads}::text[])
      with ordinality as message (message_id, subject, payload, ord)
    order by ord`.execute(tx);
}

/** Counting ends here, so that a scrape costs the same however many events wait. */
const COUNTED_TO = 50_000;

/** For metrics: how many events wait, up to a limit, and for how long the first has waited. */
export async function measureOutbox<T extends OutboxTables>(
  db: Kysely<T>,
  { countedTo = COUNTED_TO }: { countedTo?: number } = {},
): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select
      (select count(*) from (select from outbox where published_at is null limit ${countedTo}) counted) as waiting,
      coalesce(extract(epoch from now() - (
        select created_at from outbox where published_at is null order by id limit 1
      )), 0)::float8 as oldest_seconds`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest_seconds ?? 0 };
}
