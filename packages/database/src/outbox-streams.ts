import { type Kysely, sql } from 'kysely';
import type { OutboxTables } from './outbox-tables.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';
import { withTimeLimit } from './time-limit.ts';

/** The stream that takes a subject: `created` changes when it is made anew, `lastSeq` only grows. */
export type StreamStateOf = (
  subject: string,
) => Promise<{ stream: string; created: string; lastSeq: number }>;

const STREAM_TIMEOUT_MS = 5_000;

/**
 * Notes how far each stream has come, in the transaction that marks the rows: no row counts as published to a stream
 * that is not known. True when an acknowledgement is not beyond what was noted, which a repetition of a known
 * message causes, and a new stream.
 */
export async function noteStreams<T>(
  tx: Tx<T>,
  acks: readonly { stream: string; seq: number; subject: string }[],
  streamState: StreamStateOf,
): Promise<boolean> {
  let isSuspect = false;
  // Always in the same order, so that two relays do not wait for each other.
  for (const stream of [...new Set(acks.map((ack) => ack.stream))].sort()) {
    const own = acks.filter((ack) => ack.stream === stream);
    const seqs = own.map(({ seq }) => seq);
    const { rows } = await sql<{ before: number }>`
      with noted as (select stream, last_seq from outbox_stream where stream = ${stream} for update)
      update outbox_stream
      set last_seq = greatest(outbox_stream.last_seq, ${Math.max(...seqs)})
      from noted where outbox_stream.stream = noted.stream
      returning noted.last_seq as before`.execute(tx);
    const before = rows[0]?.before;
    if (before === undefined) await noteNewStream(tx, own, streamState);
    else if (Math.min(...seqs) <= before) isSuspect = true;
  }
  return isSuspect;
}

async function noteNewStream<T>(
  tx: Tx<T>,
  acks: readonly { stream: string; seq: number; subject: string }[],
  streamState: StreamStateOf,
): Promise<void> {
  const subject = acks[0]?.subject ?? '';
  const state = await withTimeLimit(streamState(subject), STREAM_TIMEOUT_MS, 'asking for the stream');
  const lastSeq = Math.max(state.lastSeq, ...acks.map(({ seq }) => seq));
  await sql`
    insert into outbox_stream (stream, subject, created, last_seq)
    values (${state.stream}, ${subject}, ${state.created}, ${lastSeq})
    on conflict (stream) do nothing`.execute(tx);
}

/**
 * Compares every stream with what was noted of it. What a new stream, or one whose end is gone, no longer has is
 * published again: the rows of the last day, or those beyond its last message. Consumers drop what they know.
 */
export async function republishLost<T extends OutboxTables>(
  db: Kysely<T>,
  o: { streamState: StreamStateOf; log: DatabaseLog },
): Promise<number> {
  const { rows: streams } = await sql<{ stream: string; subject: string }>`
    select stream, subject from outbox_stream order by stream`.execute(db);
  let republished = 0;
  for (const { stream, subject } of streams) {
    republished += await transaction(db, async function compareStream(tx): Promise<number> {
      // Locked before the stream is asked: an answer from before another replica's comparison would look like a loss.
      const { rows } = await sql<{ created: string; last_seq: number }>`
        select created, last_seq from outbox_stream where stream = ${stream} for update`.execute(tx);
      const state = await withTimeLimit(o.streamState(subject), STREAM_TIMEOUT_MS, 'asking for the stream');
      const noted = rows[0];
      if (!noted || state.stream !== stream) return 0;
      const isNew = state.created !== noted.created;
      const isShorter = state.lastSeq < noted.last_seq;
      const count = isNew || isShorter ? await publishAgain(tx, stream, isNew ? -1 : state.lastSeq) : 0;
      await sql`
        update outbox_stream set created = ${state.created}, last_seq = ${state.lastSeq}
        where stream = ${stream}`.execute(tx);
      if (isNew || isShorter)
        o.log.warn({ stream, count }, 'the stream lost messages; publishing them again');
      return count;
    });
  }
  return republished;
}

async function publishAgain<T>(tx: Tx<T>, stream: string, afterSeq: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox
    set published_at = null, stream = null, stream_seq = null, due_at = now(), failures = 0
    where published_at > now() - interval '1 day' and stream = ${stream} and stream_seq > ${afterSeq}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
