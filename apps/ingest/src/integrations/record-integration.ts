import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db, IntegrationsTable, Tables } from '../tables.ts';

/** What is kept of an integration. */
export function integrationOf({
  integration_id,
  version,
  text_days,
  audio_days,
  removes_card_numbers,
  speech_engine,
}: IntegrationChanged): IntegrationsTable {
  return { integration_id, version, text_days, audio_days, removes_card_numbers, speech_engine };
}

/** Keeps the newest version of each integration; versions may arrive in any order and repeatedly. */
export async function recordIntegration(db: Db, changed: IntegrationChanged): Promise<void> {
  const { integration_id, ...values } = integrationOf(changed);
  await db
    .insertInto('integrations')
    .values({ integration_id, ...values })
    .onConflict((conflict) =>
      conflict
        .column('integration_id')
        .doUpdateSet(values)
        .whereRef('integrations.version', '<', 'excluded.version'),
    )
    .execute();
}

/** Also where nothing is known of the integration yet. */
export function removesCardNumbers(integrationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`coalesce(
    (select i.removes_card_numbers from integrations i where i.integration_id = ${integrationId}), true
  )`;
}

export async function doesRemoveCardNumbers(db: Kysely<Tables>, integrationId: string): Promise<boolean> {
  const { rows } = await sql<{ removes: boolean }>`
    select ${removesCardNumbers(sql`${integrationId}`)} as removes
  `.execute(db);
  return rows[0]?.removes ?? true;
}
