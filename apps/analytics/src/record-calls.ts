import type { PayloadOf } from '@debrief/contracts/define';
import type { RecordingContext, recordingAnalyzed } from '@debrief/contracts/events/recording';
import { isErased, isUserErased } from '@debrief/database/erasures';
import { prepared } from '@debrief/database/pool';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import {
  type CallFacts,
  callFactColumns,
  contextColumns,
  type Db,
  type Figure,
  figureColumns,
} from './tables.ts';

type Fact = Insertable<CallFacts>;
type Analyzed = PayloadOf<typeof recordingAnalyzed>;

/** A fact's columns of an analysis's interaction statistics. */
export function figuresOf(
  conversation: Partial<Record<Figure, number | null>>,
): Record<Figure, number | null> {
  return Object.fromEntries(figureColumns.map((name) => [name, conversation[name] ?? null])) as Record<
    Figure,
    number | null
  >;
}

/** The fact of an attempt of which nothing is known yet but its context. */
export function newFact(recording: RecordingContext): Fact {
  const context = Object.fromEntries(contextColumns.map((name) => [name, recording[name]]));
  return {
    ...(context as Pick<RecordingContext, (typeof contextColumns)[number]>),
    status: 'PROCESSING',
    analyzed: false,
    rerun_id: null,
    rating: null,
    outcomes: [],
    objections: [],
    ...figuresOf({}),
    error_code: null,
    is_erased: false,
  };
}

type Change = Partial<Omit<Fact, keyof RecordingContext>>;
type Changed = readonly (keyof Change)[];

/**
 * Writes facts, one of each recording at most, in one statement. A fact that is missing or of an older attempt starts
 * over; one of the same attempt gets the `changed` columns where `condition` holds; a newer one stays as it is.
 * Repeating it has no effect, so no inbox is needed.
 */
async function upsertFacts(
  db: Db,
  facts: readonly Fact[],
  changed: Changed,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  if (facts.length === 0) return;
  const columns = sql.join(callFactColumns.map((name) => sql.ref(name)));
  // An event may be older than the removal of its user.
  const given = sql.join(
    callFactColumns.map((name) =>
      name === 'external_user_id'
        ? sql`case when ${isUserErased('user_id')} then r.user_id::text else r.external_user_id end`
        : sql.ref(`r.${name}`),
    ),
  );
  const assignments = callFactColumns.map((name) => {
    const [column, news, known] = [sql.ref(name), sql.ref(`excluded.${name}`), sql.ref(`known.${name}`)];
    return (changed as readonly string[]).includes(name)
      ? sql`${column} = ${news}`
      : sql`${column} = case when known.attempt < excluded.attempt then ${news} else ${known} end`;
  });
  // Sorted, so that two statements that share recordings lock them in the same order.
  await sql`${prepared}
    insert into call_facts as known (${columns})
    select distinct on (integration_id, recording_id) ${given}
    from json_populate_recordset(null::call_facts, ${JSON.stringify(facts)}::json) r
    where not ${isErased({ id: 'recording_id', user: 'user_id', contact: 'contact_id' })}
    order by integration_id, recording_id, attempt desc, rerun_id desc nulls last
    on conflict (integration_id, recording_id) do update set ${sql.join(assignments)}
    where known.attempt < excluded.attempt or (known.attempt = excluded.attempt and (${condition}))
  `.execute(db);
}

/** Records that there are attempts of these recordings. */
export async function recordAttempts(db: Db, recordings: readonly RecordingContext[]): Promise<void> {
  await upsertFacts(db, recordings.map(newFact), [], sql`false`);
}

/** Of an attempt the newest rerun counts: a delivery that failed comes again after those that were published later. */
export async function recordAnalyzed(db: Db, analyses: readonly Analyzed[]): Promise<void> {
  const facts = analyses.map(({ recording, rerun_id, rating, outcomes, objections, conversation }) => {
    return {
      ...newFact(recording),
      analyzed: true,
      rerun_id: rerun_id ?? null,
      rating,
      outcomes,
      objections,
      ...figuresOf(conversation),
    };
  });
  const changed: Changed = ['analyzed', 'rerun_id', 'rating', 'outcomes', 'objections', ...figureColumns];
  const isNewest = sql<boolean>`known.rerun_id is null or known.rerun_id <= excluded.rerun_id`;
  await upsertFacts(db, facts, changed, isNewest);
}

export async function recordCompleted(db: Db, recordings: readonly RecordingContext[]): Promise<void> {
  const facts = recordings.map((recording) => ({ ...newFact(recording), status: 'COMPLETED' as const }));
  await upsertFacts(db, facts, ['status', 'error_code']);
}

/** An attempt that completed never fails, even if its failure arrives late. */
export async function recordFailed(
  db: Db,
  failures: readonly { recording: RecordingContext; error: { code: string } }[],
): Promise<void> {
  const facts = failures.map(({ recording, error }) => {
    return { ...newFact(recording), status: 'FAILED' as const, error_code: error.code };
  });
  await upsertFacts(db, facts, ['status', 'error_code'], sql`known.status <> 'COMPLETED'`);
}
