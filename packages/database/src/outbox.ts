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

/**
 * For metrics: how many events wait, up to a limit, for how long the first has waited, and how many were refused and
 * are tried again, such as by a full stream.
 */
export async function measureOutbox<T extends OutboxTables>(
  db: Kysely<T>,
  { countedTo = COUNTED_TO }: { countedTo?: number } = {},
): Promise<{ waiting: number; oldestSeconds: number; refused: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number; refused: number }>`
    select waiting, refused,
      coalesce(extract(epoch from now() - (
        select created_at from outbox where published_at is null order by id limit 1
      )), 0)::float8 as oldest_seconds
    from (
      select count(*) as waiting, count(*) filter (where failures > 0) as refused
      from (select failures from outbox where published_at is null limit ${countedTo}) looked_at
    ) counted`.execute(db);
  const { waiting = 0, oldest_seconds: oldestSeconds = 0, refused = 0 } = rows[0] ?? {};
  return { waiting, oldestSeconds, refused };
}
