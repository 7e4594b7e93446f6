import type { RecordingContext } from '@debrief/contracts/events/recording';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { CallFacts, Tables } from '../tables.ts';

type Fact = Insertable<CallFacts>;

/** What every event says of a recording. */
function contextColumns(recording: RecordingContext) {
  const { integration_id, recording_id, organization_id, attempt, kind, user_id, contact_id, ai_category } =
    recording;
  const { external_user_id, external_contact_id, incoming, duration_seconds, source_id, stage_id } =
    recording;
  const { occurred_at, created_date } = recording;
  return {
    ...{ integration_id, recording_id, organization_id, attempt, kind, user_id, contact_id, ai_category },
    ...{ external_user_id, external_contact_id, incoming, duration_seconds, source_id, stage_id },
    ...{ occurred_at, created_date },
  };
}

/** The fact of an attempt of which nothing is known but that it is there. */
function freshFact(recording: RecordingContext) {
  return {
    ...contextColumns(recording),
    status: 'PROCESSING',
    analyzed: false,
    rating: null,
    outcomes: [],
    objections: [],
    conversation: null,
    error_code: null,
  } satisfies Fact;
}

/**
 * There are attempts of these recordings: a fact that is missing or of an older attempt starts afresh, one of the same
 * or a newer attempt stays as it is. What was stored in one statement comes together.
 */
export async function recordAttempts(
  db: Kysely<Tables>,
  recordings: readonly RecordingContext[],
): Promise<void> {
  // Sorted, so that two events that share recordings wait for each other in one order.
  const facts = recordings
    .map(freshFact)
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
 * Adds to the fact of an attempt, which this may be the first to tell of; an older attempt changes nothing. Told twice,
 * it ends the same, so no inbox is needed. An attempt that was completed never fails any more, whatever comes late.
 */
async function recordChange(
  db: Kysely<Tables>,
  recording: RecordingContext,
  change: Partial<
    Pick<Fact, 'status' | 'analyzed' | 'rating' | 'outcomes' | 'objections' | 'conversation' | 'error_code'>
  >,
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
  db: Kysely<Tables>,
  recording: RecordingContext,
  analysis: { rating: number | null; outcomes: string[]; objections: string[]; conversation: object },
): Promise<void> {
  const conversation = JSON.stringify(analysis.conversation);
  await recordChange(db, recording, { ...analysis, conversation, analyzed: true });
}

export async function recordCompleted(db: Kysely<Tables>, recording: RecordingContext): Promise<void> {
  await recordChange(db, recording, { status: 'COMPLETED', error_code: null });
}

export async function recordFailed(
  db: Kysely<Tables>,
  recording: RecordingContext,
  code: string,
): Promise<void> {
  await recordChange(db, recording, { status: 'FAILED', error_code: code });
}
