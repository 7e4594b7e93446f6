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
 * Inserts the fact of a recording or moves it on: a newer attempt starts it afresh, the same attempt adds to it, an
 * older one changes nothing. Told twice, it ends the same, so no inbox is needed. An attempt that was completed never
 * fails any more, whatever comes late.
 */
async function recordFact(
  db: Kysely<Tables>,
  recording: RecordingContext,
  change: Partial<
    Pick<Fact, 'status' | 'analyzed' | 'rating' | 'outcomes' | 'objections' | 'conversation' | 'error_code'>
  >,
): Promise<void> {
  const context = contextColumns(recording);
  const fact: Fact = { ...freshFact(recording), ...change };
  await db
    .insertInto('call_facts')
    .values(fact)
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'recording_id'])
        .doUpdateSet({ ...context, ...change })
        .where(sql<boolean>`call_facts.attempt = excluded.attempt
          and not (call_facts.status = 'COMPLETED' and excluded.status = 'FAILED')`),
    )
    .execute();
  // Only an attempt that is newer than the row still differs from it here.
  await db
    .updateTable('call_facts')
    .set(fact)
    .where('integration_id', '=', recording.integration_id)
    .where('recording_id', '=', recording.recording_id)
    .where('attempt', '<', recording.attempt)
    .execute();
}

/** Submissions that were stored together, in one statement. A fact of the same or a newer attempt stays as it is. */
export async function recordAccepted(
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

export async function recordSubmitted(db: Kysely<Tables>, recording: RecordingContext): Promise<void> {
  await recordFact(db, recording, {});
}

export async function recordAnalyzed(
  db: Kysely<Tables>,
  recording: RecordingContext,
  analysis: { rating: number | null; outcomes: string[]; objections: string[]; conversation: object },
): Promise<void> {
  const conversation = JSON.stringify(analysis.conversation);
  await recordFact(db, recording, { ...analysis, conversation, analyzed: true });
}

export async function recordCompleted(db: Kysely<Tables>, recording: RecordingContext): Promise<void> {
  await recordFact(db, recording, { status: 'COMPLETED', error_code: null });
}

export async function recordFailed(
  db: Kysely<Tables>,
  recording: RecordingContext,
  code: string,
): Promise<void> {
  await recordFact(db, recording, { status: 'FAILED', error_code: code });
}
