import { type Kysely, sql } from 'kysely';
import type { Round } from './loop.ts';
import { removeOldRows } from './remove-old-rows.ts';

/** A message that can never be handled. */
export interface RejectedEvent {
  subject: string;
  messageId: string;
  reason: string;
  /** The beginning of what was sent. */
  payload: string;
  isTruncated: boolean;
}

const ROWS_MAX = 10_000;
const DAYS = 30;
const TEXT_MAX_LENGTH = 500;

/** Stores it once, however often it is delivered, and drops the oldest when there are too many. */
export async function insertRejected<T>(db: Kysely<T>, event: RejectedEvent): Promise<void> {
  const [subject, messageId, reason] = [event.subject, event.messageId, event.reason].map((text) =>
    storable(text.slice(0, TEXT_MAX_LENGTH)),
  );
  await sql`
    with inserted as (
      insert into rejected_events (subject, message_id, reason, payload, is_truncated)
      values (${subject}, ${messageId}, ${reason}, ${storable(event.payload)}, ${event.isTruncated})
      on conflict (subject, message_id) do nothing
      returning id
    )
    delete from rejected_events using inserted
    where rejected_events.id <= inserted.id - ${ROWS_MAX}`.execute(db);
}

export function removeOldRejected<T>(db: Kysely<T>): Promise<Round> {
  const created = sql.ref('created_at');
  return removeOldRows(db, { table: sql.table('rejected_events'), column: created, days: DAYS });
}

/** Postgres takes no NUL in text. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
