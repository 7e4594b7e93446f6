import { type Erasure, erasureDone } from '@debrief/contracts/events/erasures';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { forgetEvents } from './forget-events.ts';
import { isDue } from './is-due.ts';
import { type Loop, type Round, startLoop } from './loop.ts';
import { appendToOutbox } from './outbox.ts';
import type { OutboxTables } from './outbox-tables.ts';
import { type DatabaseLog, type Tx, transaction } from './pool.ts';

export { whatIsLeft } from './forget-events.ts';

export type OpenErasure = Erasure & {
  /** It is the last look: nothing that began before the erasure is still under way. */
  readonly is_settled: boolean;
};

/** Opens an erasure, again if it is done: whatever came since, such as from a back-up, is erased like the first time. */
export async function recordErasure<T>(tx: Tx<T> | Kysely<T>, erasure: Erasure): Promise<void> {
  const { integration_id, subject_id, erasure_id, kind, with_recordings, words } = erasure;
  await sql`
    insert into erasures as known (integration_id, subject_id, erasure_id, kind, with_recordings, words)
    values (${integration_id}, ${subject_id}, ${erasure_id}, ${kind}, ${with_recordings}, ${words}::text[])
    on conflict (integration_id, subject_id) do update set
      words = excluded.words, due_at = excluded.due_at, finished_at = null,
      -- One that is open settles no later for being told of twice.
      received_at = case when known.finished_at is null then known.received_at else excluded.received_at end
  `.execute(tx);
}

/**
 * Whether the recording `r`, a table of that name, is erased: itself, with its contact, or with its user. A look-up for
 * each row that is read, and never a join, for which a list would be sorted.
 */
export function isErased(
  columns: { id: string; user: string; contact: string },
  r = 'r',
): RawBuilder<boolean> {
  const [id, user, contact] = [columns.id, columns.user, columns.contact].map((name) =>
    sql.ref(`${r}.${name}`),
  );
  return sql`(select exists (
    select from erasures e
    where e.integration_id = ${sql.ref(`${r}.integration_id`)} and e.subject_id in (${id}, ${contact}, ${user})
      and (e.kind <> 'user' or e.with_recordings)
  ))`;
}

/** Whether the user of `r` was removed, with or without recordings. */
export function isUserErased(column: string): RawBuilder<boolean> {
  return sql`(select exists (
    select from erasures e
    where e.integration_id = r.integration_id and e.subject_id = ${sql.ref(`r.${column}`)} and e.kind = 'user'
  ))`;
}

export interface ErasingOptions<T extends OutboxTables> {
  db: Kysely<T>;
  service: string;
  /**
   * Erases a batch of what the service holds of the subject, in one transaction. Answers `more` until it has found
   * nothing: then all before is committed.
   */
  erase(tx: Tx<T>, erasure: OpenErasure): Promise<Round>;
  /** What no transaction rolls back, such as files: before the batches, which delete what says where they are. */
  eraseOutside?(erasures: readonly OpenErasure[]): Promise<void>;
  /** Whether something of it is still on its way out when all else is gone: then it does not end yet. */
  isLeft?(tx: Tx<T>, erasure: OpenErasure): Promise<boolean>;
  /** Called when there is an event to relay. */
  emitted(): void;
  log: DatabaseLog;
  /** An erasure ends with a look that far behind its beginning. */
  settleSeconds?: number;
}

/**
 * No statement that began before the erasure was known is committed later than this: statements end after 5 s, and
 * handlers of events after 10.
 */
const SETTLE_SECONDS = 15;
const IDLE_MS = 1_000;
const RETRY_SECONDS = 10;
/** The relay has locked an event. */
const LOCKED_SECONDS = 1;

/** Until it is asked again whether something is left. */
const LEFT_SECONDS = 5;

/** Another replica begins anew after that. */
const TAKEN_SECONDS = 60;
const TAKEN_ROWS = 50;

/**
 * Erases what is open, in any number of replicas at once: batches, each in a transaction with the lock of the erasure's
 * row, so that a kill costs one batch. Then its events go. It looks once more a little later, for what was written at
 * the same moment, and says `erasure.done`.
 */
export function startErasing<T extends OutboxTables>(o: ErasingOptions<T>): Loop {
  return startLoop({
    round: () => eraseNext(o),
    idleMs: IDLE_MS,
    retryMs: IDLE_MS,
    onFailure: (error) => o.log.warn({ err: error }, 'cannot look for erasures; retrying'),
  });
}

async function eraseNext<T extends OutboxTables>(o: ErasingOptions<T>): Promise<Round> {
  const settleSeconds = o.settleSeconds ?? SETTLE_SECONDS;
  const taken = await takeDue(o.db, settleSeconds);
  if (taken.length === 0) return 'done';
  const erased: OpenErasure[] = [];
  await orLater(o, taken, async () => {
    await o.eraseOutside?.(taken);
    for (const erasure of taken)
      await orLater(o, [erasure], async () => {
        await eraseBatches(o, erasure);
        erased.push(erasure);
      });
  });
  await orLater(o, erased, async () => {
    await transaction(o.db, async function eraseEvents(tx) {
      const isLocked = (await forgetEvents(tx, erased)) === 'locked';
      for (const erasure of erased) {
        if (isLocked) await postpone(tx, erasure, LOCKED_SECONDS);
        else if (!erasure.is_settled) await postpone(tx, erasure, settleSeconds);
        else if (await o.isLeft?.(tx, erasure))
          await postpone(tx, erasure, Math.min(LEFT_SECONDS, settleSeconds));
        else await finish(tx, erasure, o.service);
      }
    });
    o.emitted();
  });
  return 'more';
}

/** A fault in one must not hold up others. */
async function orLater<T extends OutboxTables>(
  { db, log }: ErasingOptions<T>,
  erasures: readonly OpenErasure[],
  body: () => Promise<void>,
): Promise<void> {
  try {
    await body();
  } catch (error) {
    const ids = erasures.map(({ erasure_id }) => erasure_id);
    log.warn({ err: error, erasure_ids: ids }, 'erasures failed and will be tried again');
    for (const erasure of erasures) await postpone(db, erasure, RETRY_SECONDS);
  }
}

async function eraseBatches<T extends OutboxTables>(
  o: ErasingOptions<T>,
  erasure: OpenErasure,
): Promise<void> {
  let left: Round = 'more';
  while (left === 'more')
    left = await transaction(o.db, async function eraseBatch(tx) {
      // Locked and taken for another while: a replica that takes it for abandoned waits, and then leaves it.
      await postpone(tx, erasure, TAKEN_SECONDS);
      return o.erase(tx, erasure);
    });
}

/** The events of all are searched at once. */
async function takeDue<T>(db: Kysely<T>, settleSeconds: number): Promise<OpenErasure[]> {
  const { rows } = await sql<OpenErasure>`
    update erasures set
      due_at = clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS}),
      -- What was received in the future was so before the clock was set back.
      received_at = least(received_at, clock_timestamp())
    where ctid = any (array(
      select ctid from erasures
      where finished_at is null and ${isDue('due_at', TAKEN_SECONDS)}
      order by due_at
      limit ${TAKEN_ROWS}
      for update skip locked
    ))
    returning erasure_id, integration_id, kind, subject_id, with_recordings, words,
      received_at <= clock_timestamp() - make_interval(secs => ${settleSeconds}) as is_settled
  `.execute(db);
  return rows;
}

async function postpone<T>(db: Kysely<T>, erasure: Erasure, seconds: number): Promise<void> {
  await sql`
    update erasures set due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where integration_id = ${erasure.integration_id} and subject_id = ${erasure.subject_id}
  `.execute(db);
}

async function finish<T extends OutboxTables>(tx: Tx<T>, erasure: Erasure, service: string): Promise<void> {
  const { integration_id, subject_id, erasure_id } = erasure;
  await sql`
    update erasures set finished_at = clock_timestamp(), words = '{}'
    where integration_id = ${integration_id} and subject_id = ${subject_id}
  `.execute(tx);
  const payload = { erasure_id, integration_id, subject_id, service };
  await appendToOutbox(tx, [{ subject: erasureDone.subject, payload }]);
}
