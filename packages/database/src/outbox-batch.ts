import { type Kysely, sql } from 'kysely';
import pTimeout from 'p-timeout';
import { isDue } from './is-due.ts';
import { type GetStreamState, getStreamState, recordStreams } from './outbox-streams.ts';
import type { OutboxTables } from './outbox-tables.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';

/** Resolves with JetStream's acknowledgement. The JSON text is passed on as it is. */
export type Publish = (
  subject: string,
  json: string,
  messageId: string,
) => Promise<{ stream: string; seq: number }>;

export interface BatchOutcome {
  /** More rows may be due. */
  isFull: boolean;
  /** A publication failed, or an acknowledgement looks like that of a new stream. */
  isSuspect: boolean;
  /** The error when neither publishing nor asking for the stream worked, so that the rows are not at fault. */
  outage: unknown;
}

/** Rows that failed before have a lane of their own, so that they never hold up a new event. */
export type Lane = 'fresh' | 'retry';

interface OutboxRow {
  id: number;
  message_id: string;
  subject: string;
  payload: string;
  failures: number;
  due_count: number;
}

const isIn = (lane: Lane) => sql.raw(lane === 'fresh' ? 'failures = 0' : 'failures > 0');

const BATCH_ROWS = 100;
/** Memory for one batch; a larger event goes alone. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Together with asking for the stream well below the limit on idle transactions: the rows stay locked meanwhile. */
const PUBLISH_TIMEOUT_MS = 5_000;
/** After the first acknowledgement of a batch. A late row is tried again later; its message id drops the repetition. */
const STRAGGLER_TIMEOUT_MS = 1_000;
const OUTAGE_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 60_000;

/**
 * Publishes due rows and marks them, in one transaction that keeps them locked: another relay skips them, and a crash
 * frees them at once. After a crash between the two they are published again under the same message id, and so are those
 * whose marks a crash of Postgres loses: that is why the commit waits for no disk, which is then there for submissions.
 */
export function relayBatch<T extends OutboxTables>(
  db: Kysely<T>,
  o: { lane: Lane; publish: Publish; streamState: GetStreamState; log: DatabaseLog },
): Promise<BatchOutcome> {
  return transaction(db, async function relayDueRows(tx): Promise<BatchOutcome> {
    const rows = await claimDue(tx, o.lane);
    const { acks, failed } = await publishAll(rows, o.publish);
    let isSuspect = failed.length > 0;
    if (acks.length > 0) {
      await markPublished(tx, acks);
      if (await recordStreams(tx, acks, o.streamState)) isSuspect = true;
    }
    const first = failed[0];
    const isOutage =
      acks.length === 0 && first !== undefined && !(await isReachable(o.streamState, first.row));
    await postpone(
      tx,
      failed.map(({ row }) => row),
      isOutage,
    );
    if (!isOutage) logFailures(o.log, failed);
    const dueCount = rows[0]?.due_count ?? 0;
    return {
      // Where all were refused again, such as by a full stream, the others of it are not asked about at once.
      isFull: (o.lane === 'fresh' || acks.length > 0) && (dueCount === BATCH_ROWS || dueCount > rows.length),
      isSuspect,
      outage: isOutage ? first.error : undefined,
    };
  });
}

/** Whether a lane has any, due or not. In the order of the index, so that no plan reads what is published. */
export async function hasUnpublished<T>(db: Kysely<T>, lane: Lane): Promise<boolean> {
  const { rows } = await sql`
    select from outbox where published_at is null and ${isIn(lane)} order by id limit 1
  `.execute(db);
  return rows.length > 0;
}

/** One line for each subject: all events of a stream that is full fail alike. */
function logFailures(log: DatabaseLog, failed: readonly { row: OutboxRow; error: unknown }[]): void {
  for (const [subject, [first, ...others]] of Map.groupBy(failed, ({ row }) => row.subject)) {
    if (first === undefined) continue;
    const { message_id, failures } = first.row;
    const fields = { subject, message_id, failures: failures + 1, events: 1 + others.length };
    log.error({ err: first.error, ...fields }, 'events could not be published');
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
  const stragglers = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limits = {
    milliseconds: PUBLISH_TIMEOUT_MS,
    message: new Error('JetStream did not acknowledge in time'),
    signal: stragglers.signal,
  };
  await Promise.all(
    rows.map(async (row) => {
      try {
        const { stream, seq } = await pTimeout(publish(row.subject, row.payload, row.message_id), limits);
        timer ??= setTimeout(() => stragglers.abort(limits.message), STRAGGLER_TIMEOUT_MS);
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
      where published_at is null and ${isIn(lane)}
        and ${isDue('due_at', RETRY_DELAY_MAX_MS / 1_000)}
      order by id
      limit ${BATCH_ROWS}
      for update skip locked
    ), unsynced as (
      select set_config('synchronous_commit', 'off', true)
    ), sized as (
      select id, sum(bytes) over (order by id) - bytes as bytes_before from due
    )
    select outbox.id, message_id, subject, payload::text as payload, failures,
      (select count(*) from due) as due_count
    from sized join outbox using (id) cross join unsynced
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

/** Whether the stream of a failed row answers: then the row itself is at fault. */
function isReachable(streamState: GetStreamState, row: OutboxRow): Promise<boolean> {
  return getStreamState(streamState, row.subject).then(
    () => true,
    () => false,
  );
}

/** Failed rows wait, longer each time; during an outage of NATS briefly, so that they go out as soon as it is back. */
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
