import type { Kysely } from 'kysely';
import type { Test } from 'tap';
import { appendToOutbox, measureOutbox, type OutboxTables, startOutboxRelay } from '../src/outbox.ts';
import { type DatabaseLog, transaction } from '../src/pool.ts';
import { testDatabase } from '../src/testing.ts';
import { Stream } from './stream.ts';

const migrations = new URL('./migrations/', import.meta.url);
const log: DatabaseLog = { info() {}, warn() {}, error() {} };

/** A database of the test's own, with a stream and relays. */
export async function setUp(t: Test) {
  const { database } = await testDatabase<OutboxTables>(t, { schema: 'notes', migrations });
  const db = database.kysely;
  const stream = new Stream();
  function relay() {
    const relay = startOutboxRelay({ db, publish: stream.publish, streamState: stream.streamState, log });
    t.teardown(() => relay.close());
    return relay;
  }
  const append = (...ids: string[]) =>
    transaction(db, (tx) =>
      appendToOutbox(
        tx,
        ids.map((messageId) => ({ subject: 'recording.submitted', payload: {}, messageId })),
      ),
    );
  return { db, stream, relay, append };
}

export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

export async function allPublished(db: Kysely<OutboxTables>): Promise<boolean> {
  return (await measureOutbox(db)).waiting === 0;
}
