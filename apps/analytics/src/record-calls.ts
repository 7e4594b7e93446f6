import type { AnalysisFigures, RecordingContext } from '@debrief/contracts/events/recording';
import { type Insertable, sql } from 'kysely';
import { type CallFacts, contextColumns, type Db } from './tables.ts';

type Fact = Insertable<CallFacts>;

/** The fact of an attempt of which nothing is known yet but its context. */
export function newFact(recording: RecordingContext): Fact {
  const context = Object.fromEntries(contextColumns.map((name) => [name, recording[name]]));
  return {
    ...(context as Pick<RecordingContext, (typeof contextColumns)[number]>),
    status: 'PROCESSING',
    analyzed: false,
    rating: null,
    outcomes: [],
    objections: [],
    conversation: null,
    error_code: null,
  };
}

/**
 * Records that there are attempts of these recordings, all in one statement: a fact that is missing or of an older
 * attempt starts over, one of the same or a newer attempt stays as it is.
 */
export async function recordAttempts(db: Db, recordings: readonly RecordingContext[]): Promise<void> {
  // Sorted, so that two events that share recordings lock them in the same order.
  const facts = recordings
    .map(newFact)
    .sort((one, other) => (one.recording_id < other.recording_id ? -1 : 1));
  const [columns] = facts.map((fact) => Object.keys(fact) as (keyof Fact)[]);
  if (columns === undefined) return;
  await db
    .insertInto('call_facts')
    .values(facts)
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'recording_id'])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)])))
        .where(sql<boolean>`call_facts.attempt < excluded.attempt`),
    )
    .execute();
}

/**
 * Changes the fact of an attempt, which this event may be the first to report; an older attempt changes nothing.
 * Repeating it has no effect, so no inbox is needed. An attempt that completed never fails, even if its failure arrives late.
 */
async function recordChange(
  db: Db,
  recording: RecordingContext,
  change: Partial<Omit<Fact, keyof RecordingContext>>,
): Promise<void> {
  await recordAttempts(db, [recording]);
  await db
    .updateTable('call_facts')
    .set(change)
    .where('integration_id', '=', recording.integration_id)
    .where('recording_id', '=', recording.recording_id)
    .where('attempt', '=', recording.attempt)
    .$if(change.status === 'FAILED', (update) => update.where('status', '<>', 'COMPLETED'))
    .execute();
}

export async function recordAnalyzed(
  db: Db,
  recording: RecordingContext,
  { rating, outcomes, objections, conversation }: AnalysisFigures,
): Promise<void> {
  await recordChange(db, recording, {
    analyzed: true,
    rating,
    outcomes,
    objections,
    conversation: JSON.stringify(conversation),
  });
}

export async function recordCompleted(db: Db, recording: RecordingContext): Promise<void> {
  await recordChange(db, recording, { status: 'COMPLETED', error_code: null });
}

export async function recordFailed(db: Db, recording: RecordingContext, code: string): Promise<void> {
  await recordChange(db, recording, { status: 'FAILED', error_code: code });
}
