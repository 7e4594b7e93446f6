import { type Kysely, sql } from 'kysely';
import pTimeout from 'p-timeout';
import type { OutboxTables } from './outbox-tables.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';

/**
 * The stream that takes a subject. `created` differs once it was deleted and created again; `lastSeq` only grows;
 * `server` differs once its server was started again.
 */
export interface StreamState {
  stream: string;
  created: string;
  lastSeq: number;
  server: string;
}
export type GetStreamState = (subject: string) => Promise<StreamState>;

const STREAM_TIMEOUT_MS = 5_000;
const BATCH_ROWS = 10_000;
/** What is looked at again after each start of a server: more than ever wait for consumers that are there. */
const NEWEST = 10_000;

/** @throws when JetStream does not answer in time. */
export function getStreamState(streamState: GetStreamState, subject: string): Promise<StreamState> {
  const message = `JetStream did not answer within ${STREAM_TIMEOUT_MS} ms`;
  return pTimeout(streamState(subject), { milliseconds: STREAM_TIMEOUT_MS, message });
}

/**
 * Records the last sequence of each stream, in the transaction that marks the rows: no row counts as published to an
 * unknown stream. True when an acknowledged sequence is not beyond the recorded one: the message was a repetition,
 * or the stream is a new one.
 */
export async function recordStreams<T>(
  tx: Tx<T>,
  acks: readonly { stream: string; seq: number; subject: string }[],
  streamState: GetStreamState,
): Promise<boolean> {
  let isSuspect = false;
  // Sorted, so that two relays cannot deadlock.
  for (const stream of [...new Set(acks.map((ack) => ack.stream))].sort()) {
    const own = acks.filter((ack) => ack.stream === stream);
    const seqs = own.map(({ seq }) => seq);
    const { rows } = await sql<{ before: number }>`
      with known as (select stream, last_seq from outbox_stream where stream = ${stream} for update)
      update outbox_stream
      set last_seq = greatest(outbox_stream.last_seq, ${Math.max(...seqs)})
      from known where outbox_stream.stream = known.stream
      returning known.last_seq as before`.execute(tx);
    const before = rows[0]?.before;
    if (before === undefined) await recordNewStream(tx, own, streamState);
    else if (Math.min(...seqs) <= before) isSuspect = true;
  }
  return isSuspect;
}

async function recordNewStream<T>(
  tx: Tx<T>,
  acks: readonly { stream: string; seq: number; subject: string }[],
  streamState: GetStreamState,
): Promise<void> {
  const subject = acks[0]?.subject ?? '';
  const state = await getStreamState(streamState, subject);
  const lastSeq = Math.max(state.lastSeq, ...acks.map(({ seq }) => seq));
  await sql`
    insert into outbox_stream (stream, subject, created, last_seq, server)
    values (${state.stream}, ${subject}, ${state.created}, ${lastSeq}, ${state.server})
    on conflict (stream) do nothing`.execute(tx);
}

/**
 * Compares every stream with its recorded state. Rows of the last day that a new or shortened stream no longer has
 * are published again, and the newest ones of a server that was started again: one that was killed may have lost messages
 * that a consumer had not acknowledged, between others. JetStream drops what it still has, and consumers repetitions.
 */
export async function republishLost<T extends OutboxTables>(
  db: Kysely<T>,
  o: { streamState: GetStreamState; log: DatabaseLog },
): Promise<number> {
  const { rows: streams } = await sql<{ stream: string; subject: string }>`
    select stream, subject from outbox_stream order by stream`.execute(db);
  let republished = 0;
  for (const { stream, subject } of streams) {
    republished += await transaction(db, async function compareStream(tx): Promise<number> {
      // Locked before asking: a state older than another replica's comparison would look like a loss.
      const { rows } = await sql<{ created: string; last_seq: number; server: string | null }>`
        select created, last_seq, server from outbox_stream where stream = ${stream} for update`.execute(tx);
      const state = await getStreamState(o.streamState, subject);
      const known = rows[0];
      if (!known) return 0;
      if (state.stream !== stream) {
        // Its subject has moved; the next event that the stream takes records it again.
        await sql`delete from outbox_stream where stream = ${stream}`.execute(tx);
        return 0;
      }
      const isNew = state.created !== known.created;
      const isShorter = state.lastSeq < known.last_seq;
      const isRestarted = known.server !== null && state.server !== known.server;
      const isChanged = isNew || isShorter || isRestarted;
      const keptSeq = Math.min(state.lastSeq, isRestarted ? known.last_seq - NEWEST : known.last_seq);
      const count = isChanged ? await markUnpublished(tx, stream, isNew ? -1 : keptSeq) : 0;
      await sql`
        update outbox_stream set created = ${state.created}, last_seq = ${state.lastSeq}, server = ${state.server}
        where stream = ${stream}`.execute(tx);
      if (isChanged)
        o.log.warn({ stream, count }, 'the stream may have lost messages; publishing them again');
      return count;
    });
  }
  return republished;
}

/** In batches, each well below the limit on a statement: a busy day is millions of rows. */
async function markUnpublished<T>(tx: Tx<T>, stream: string, afterSeq: number): Promise<number> {
  let marked = 0;
  let lastId: number | null = 0;
  while (lastId !== null) {
    const { rows }: { rows: { marked: number; last_id: number | null }[] } = await sql<{
      marked: number;
      last_id: number | null;
    }>`
      with batch as (
        select id from outbox
        where id > ${lastId} and stream = ${stream} and stream_seq > ${afterSeq}
          and published_at > now() - interval '1 day'
        order by id
        limit ${BATCH_ROWS}
      ), marked as (
        update outbox
        set published_at = null, stream = null, stream_seq = null, due_at = now(), failures = 0
        from batch where outbox.id = batch.id
      )
      select count(*) as marked, max(id) as last_id from batch`.execute(tx);
    marked += rows[0]?.marked ?? 0;
    lastId = rows[0]?.last_id ?? null;
  }
  return marked;
}
