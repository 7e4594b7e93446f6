import { type Kysely, sql } from 'kysely';
import { noteStreams, type StreamStateOf } from './outbox-streams.ts';
import type { OutboxTables } from './outbox-tables.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';
import { withTimeLimit } from './time-limit.ts';

/** Resolves with JetStream's acknowledgement. The JSON text is passed on as it is. */
export type Publish = (
  subject: string,
  json: string,
  messageId: string,
) => Promise<{ stream: string; seq: number }>;

export interface BatchOutcome {
  /** More rows may be due. */
  isFull: boolean;
  /** Something went wrong, or an acknowledgement looks as if the stream were a new one. */
  isSuspect: boolean;
  /** Why nothing could be published, nor the stream be asked: it is not the rows that are at fault. */
  outage: unknown;
}

/** Rows that failed before go apart, so that they never keep a new event waiting. */
export type Lane = 'fresh' | 'retry';

interface OutboxRow {
  id: number;
  message_id: string;
  subject: string;
  payload: string;
  failures: number;
  due_count: number;
}

const BATCH_ROWS = 100;
/** What a batch may hold in memory; one larger event goes alone. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** With the probe well below the limit on idle transactions, since the rows stay locked meanwhile. */
const PUBLISH_TIMEOUT_MS = 5_000;
/** What is late when others of its batch are through is tried again on its own; its id drops the repetition. */
const STRAGGLER_TIMEOUT_MS = 1_000;
const STREAM_TIMEOUT_MS = 5_000;
const OUTAGE_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 60_000;

/**
 * Publishes what is due and marks it, in one transaction that keeps the rows locked: a relay beside this one skips
 * them, and a crash frees them at once. A crash after the publication sends them again under the same message id.
 */
export function relayBatch<T extends OutboxTables>(
  db: Kysely<T>,
  o: { lane: Lane; publish: Publish; streamState: StreamStateOf; log: DatabaseLog },
): Promise<BatchOutcome> {
  return transaction(db, async function relayDueRows(tx): Promise<BatchOutcome> {
    const rows = await claimDue(tx, o.lane);
    const { acks, failed } = await publishAll(rows, o.publish);
    let isSuspect = failed.length > 0;
    if (acks.length > 0) {
      await markPublished(tx, acks);
      if (await noteStreams(tx, acks, o.streamState)) isSuspect = true;
    }
    const first = failed[0];
    const isOutage = acks.length === 0 && first !== undefined && !(await answers(o.streamState, first.row));
    const late = failed.map(({ row }) => row);
    await postpone(tx, late, isOutage);
    if (!isOutage) tellFailures(o.log, failed);
    const dueCount = rows[0]?.due_count ?? 0;
    return {
      isFull: dueCount === BATCH_ROWS || dueCount > rows.length,
      isSuspect,
      outage: isOutage ? first.error : undefined,
    };
  });
}

function tellFailures(log: DatabaseLog, failed: readonly { row: OutboxRow; error: unknown }[]): void {
  for (const { row, error } of failed) {
    const { subject, message_id, failures } = row;
    log.error({ err: error, subject, message_id, failures: failures + 1 }, 'an event could not be published');
  }
}

interface Ack {
  id: number;
  subject: string;
  stream: string;
  seq: number;
}

async function publishAll(
  rows: readonly OutboxRow[],
  publish: Publish,
): Promise<{ acks: Ack[]; failed: { row: OutboxRow; error: unknown }[] }> {
  const acks: Ack[] = [];
  const failed: { row: OutboxRow; error: unknown }[] = [];
  const limit = Promise.withResolvers<never>();
  limit.promise.catch(() => {});
  const giveUp = (): void => limit.reject(new Error('JetStream did not acknowledge in time'));
  let timer = setTimeout(giveUp, PUBLISH_TIMEOUT_MS);
  await Promise.all(
    rows.map(async (row) => {
      try {
        const { stream, seq } = await Promise.race([
          publish(row.subject, row.payload, row.message_id),
          limit.promise,
        ]);
        if (acks.length === 0) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, STRAGGLER_TIMEOUT_MS);
        }
        acks.push({ id: row.id, subject: row.subject, stream, seq });
      } catch (error) {
        failed.push({ row, error });
      }
    }),
  );
  clearTimeout(timer);
  return { acks, failed };
}

async function claimDue<T>(tx: Tx<T>, lane: Lane): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    with due as (
      select id, pg_column_size(payload) as bytes
      from outbox
      where published_at is null and due_at <= now() and failures ${sql.raw(lane === 'fresh' ? '= 0' : '> 0')}
      order by id
      limit ${BATCH_ROWS}
      for update skip locked
    ), sized as (
      select id, sum(bytes) over (order by id) - bytes as bytes_before from due
    )
    select outbox.id, message_id, subject, payload::text as payload, failures,
      (select count(*) from due) as due_count
    from sized join outbox using (id)
    where bytes_before < ${BATCH_BYTES}
    order by id`.execute(tx);
  return rows;
}

async function markPublished<T>(tx: Tx<T>, acks: readonly Ack[]): Promise<void> {
  await sql`
    update outbox
    set published_at = clock_timestamp(), stream = ack.stream, stream_seq = ack.seq
    from unnest(
      ${acks.map(({ id }) => id)}::bigint[],
      ${acks.map(({ stream }) => stream)}::text[],
      ${acks.map(({ seq }) => seq)}::bigint[]
    ) as ack (id, stream, seq)
    where outbox.id = ack.id`.execute(tx);
}

/** Whether the stream behind a row that failed can be reached: then the row itself is the trouble. */
async function answers(streamState: StreamStateOf, row: OutboxRow): Promise<boolean> {
  try {
    await withTimeLimit(streamState(row.subject), STREAM_TIMEOUT_MS, 'asking for the stream');
    return true;
  } catch {
    return false;
  }
}

/**
 * Rows that failed step back, so that others come first: longer each time, unless NATS is away, when all of them shall
 * go out as soon as it is back.
 */
async function postpone<T>(tx: Tx<T>, rows: readonly OutboxRow[], isOutage: boolean): Promise<void> {
  if (rows.length === 0) return;
  const delaysMs = rows.map(({ failures }) =>
    isOutage ? OUTAGE_DELAY_MS : Math.min(1_000 * 2 ** Math.min(failures, 10), RETRY_DELAY_MAX_MS),
  );
  await sql`
    update outbox
    set due_at = clock_timestamp() + delay.ms * interval '1 millisecond', failures = failures + ${isOutage ? 0 : 1}
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${delaysMs}::int[]) as delay (id, ms)
    where outbox.id = delay.id`.execute(tx);
}
