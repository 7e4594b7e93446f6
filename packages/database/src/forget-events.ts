import { type Erasure, isWithoutUser, withoutUser } from '@debrief/contracts/events/erasures';
import type { RecordingContext } from '@debrief/contracts/events/recording';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './pool.ts';

/** Rows of one look: most are small, and the contexts of each are parsed. */
const PAGE_ROWS = 5_000;
/** A shorter name is found in too much that is about something else. */
const LEAST_WORD = 4;

interface Found {
  id: number;
  payload: Payload;
}

/** The part of an event's payload that names people and recordings. */
export interface Payload {
  recording?: RecordingContext;
  recordings?: RecordingContext[];
  transcript?: unknown;
  user_id?: string;
  removed?: true;
}

/**
 * Removes erased subjects from the events of this service, those that wait and those of the last day that are kept to
 * be published again, and from those of others that were rejected. What an event says of others stays.
 * @returns `locked` when the relay was just publishing one.
 */
export async function forgetEvents<T>(tx: Tx<T>, erasures: readonly Erasure[]): Promise<'done' | 'locked'> {
  if (erasures.length === 0) return 'done';
  let isLocked = false;
  for (let after: number | null = 0; after !== null; ) {
    const page: { ids: number[]; last: number | null } = await findEvents(tx, erasures, after);
    const events = await lockEvents(tx, page.ids);
    isLocked ||= events.length < page.ids.length;
    for (const event of events) await forgetEvent(tx, erasures, event);
    after = page.last;
  }
  await forgetRejected(tx, erasures);
  return isLocked ? 'locked' : 'done';
}

/** Whether an event's payload names one of the subjects, as its recording, its contact or its user. */
function isAbout(erasures: readonly Erasure[]): RawBuilder<unknown> {
  const conditions = [...Map.groupBy(erasures, ({ kind }) => kind)].map(([kind, own]) => {
    const field = sql.lit(`${kind}_id`);
    const ids = sql`any (${own.map(({ subject_id }) => subject_id)}::text[])`;
    return sql`
      payload ->> ${field} = ${ids}
      or payload -> 'recording' ->> ${field} = ${ids}
      or exists (
        select from json_array_elements(
          case json_typeof(payload -> 'recordings') when 'array' then payload -> 'recordings' end
        ) one
        where one ->> ${field} = ${ids}
      )
    `;
  });
  return sql.join(conditions, sql` or `);
}

async function findEvents<T>(tx: Tx<T>, erasures: readonly Erasure[], after: number) {
  const { rows } = await sql<{ ids: number[]; last: number | null }>`
    with page as (
      select id, payload from outbox where id > ${after} order by id limit ${PAGE_ROWS}
    )
    select
      coalesce(array_agg(id order by id) filter (where ${isAbout(erasures)}), '{}') as ids,
      case when count(*) = ${PAGE_ROWS} then max(id) end as last
    from page
  `.execute(tx);
  const { ids = [], last = null } = rows[0] ?? {};
  return { ids: ids.map(Number), last };
}

async function lockEvents<T>(tx: Tx<T>, ids: readonly number[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Found>`
    select id, payload from outbox
    where id = any (${ids}::bigint[]) order by id for update skip locked
  `.execute(tx);
  return rows;
}

async function forgetEvent<T>(
  tx: Tx<T>,
  erasures: readonly Erasure[],
  { id, payload }: Found,
): Promise<void> {
  const left = whatIsLeft(payload, erasures);
  if (left === null) await sql`delete from outbox where id = ${id}`.execute(tx);
  else if (left !== payload)
    await sql`update outbox set payload = ${JSON.stringify(left)}::json where id = ${id}`.execute(tx);
}

/** Of an event's payload. Null: nothing. The same object: it names none of the subjects. */
export function whatIsLeft(payload: Payload, erasures: readonly Erasure[]): Payload | null {
  return erasures.reduce<Payload | null>((left, erasure) => left && without(left, erasure), payload);
}

function without(payload: Payload, erasure: Erasure): Payload | null {
  const { kind, subject_id, with_recordings } = erasure;
  const isOf = (recording: RecordingContext) => recording[`${kind}_id`] === subject_id;
  const isKept = kind === 'user' && !with_recordings;
  const { recording, recordings } = payload;
  if (recordings !== undefined) {
    const own = recordings.filter(isOf);
    if (own.length === 0 || (isKept && own.every(isWithoutUser))) return payload;
    const left = isKept
      ? recordings.map((one) => (isOf(one) ? withoutUser(one) : one))
      : recordings.filter((one) => !isOf(one));
    return left.length === 0 ? null : { ...payload, recordings: left };
  }
  if (recording !== undefined) {
    if (!isOf(recording) || (isKept && isWithoutUser(recording))) return payload;
    // The words of a transcript are said again once they are without the name.
    return isKept && payload.transcript === undefined
      ? { ...payload, recording: withoutUser(recording) }
      : null;
  }
  return payload.user_id !== subject_id || payload.removed === true ? payload : null;
}

/** What was rejected may have any form, and may have been cut off. */
async function forgetRejected<T>(tx: Tx<T>, erasures: readonly Erasure[]): Promise<void> {
  const signs = erasures.flatMap(({ subject_id, words }) => [
    subject_id,
    ...words.filter((word) => word.length >= LEAST_WORD),
  ]);
  await sql`
    delete from rejected_events
    where exists (
      select from unnest(${signs}::text[]) as sign (text) where strpos(lower(payload), lower(sign.text)) > 0
    )
  `.execute(tx);
}
