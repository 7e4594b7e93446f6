import { setTimeout as pause } from 'node:timers/promises';
import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import { integrationChanged } from '@debrief/contracts/events/directory';
import { listIntegrationFacts } from '@debrief/contracts/operations/facts';
import { ingestRebuilds } from '@debrief/contracts/operations/rebuilds';
import { handleEach } from '@debrief/messaging/handle-each';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { serve } from '@debrief/messaging/serve';
import { sql } from 'kysely';
import t from 'tap';
import { operator, tenant } from '../fixtures/ingest-database.ts';
import { runningIngest } from '../fixtures/running-ingest.ts';

const { db, messaging } = await runningIngest(t);
const facts = [1, 2, 3]
  .map((number): IntegrationChanged => {
    const { integration_id, organization_id } = tenant();
    return {
      ...{ integration_id, organization_id, version: number, name: 'Main', crm: null, source: 'API' },
      ...{
        source_id: 'api',
        cadences: [],
        review_days: 7,
        categories: null,
        text_days: number * 10,
        audio_days: null,
      },
      ...{
        removes_card_numbers: number !== 2,
        speech_engine: number === 1 ? 'auto' : null,
        signals: true,
        created_date: '2026-11-20T10:00:00.123Z',
      },
    };
  })
  .sort((one, other) => (one.integration_id < other.integration_id ? -1 : 1));
await serve(messaging, {
  ...{ service: 'directory', version: '0.1.0' },
  handlers: [handleEach(listIntegrationFacts, async () => ({ ok: { data: facts, next: null } }))],
});
const copied = () => db.selectFrom('integrations').selectAll().orderBy('integration_id').execute();

t.test('the copy follows directory, and is as it says again after it was lost or damaged', async (t) => {
  for (const fact of facts)
    await publish(messaging, integrationChanged, fact, { messageId: fact.integration_id });
  while ((await copied()).length < facts.length) await pause(20);
  const before = await copied();
  t.strictSame(
    before,
    facts.map(({ integration_id, version, text_days, audio_days, removes_card_numbers, speech_engine }) => ({
      ...{ integration_id, version, text_days, audio_days, removes_card_numbers, speech_engine },
    })),
  );
  await db
    .deleteFrom('integrations')
    .where('integration_id', '=', facts[0]?.integration_id as string)
    .execute();
  await db
    .updateTable('integrations')
    .set({ removes_card_numbers: false, speech_engine: 'other', text_days: 1 })
    .execute();
  await sql`insert into integrations values (gen_random_uuid(), 1, null, true)`.execute(db);
  const wanted = { kind: 'integrations', integration_id: null } as const;
  await request(messaging, ingestRebuilds.start, operator, wanted);
  for (;;) {
    const rebuild = await request(messaging, ingestRebuilds.get, operator, { kind: 'integrations' });
    if (rebuild !== null && rebuild.finished_at !== null) break;
    await pause(20);
  }
  t.strictSame(await copied(), before);
});
