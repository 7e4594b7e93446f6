import type { OutputOf } from '@debrief/contracts/define';
import { type listRecordingFacts as operation, RecordingFact } from '@debrief/contracts/operations/facts';
import type { FactsInput } from '@debrief/contracts/paging';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { listRecordingFacts } from '../../src/recordings/list-recording-facts.ts';
import { recordingContext } from '../../src/recordings/recording-context.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  operator,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);

async function list(input: FactsInput): Promise<OutputOf<typeof operation>> {
  const [page] = await ask<typeof operation>(listRecordingFacts(db), [{ caller: operator, input }]);
  return page as OutputOf<typeof operation>;
}

t.test('recordings are listed with the context of their events, their status and their error', async (t) => {
  const [one, other] = [tenant(), tenant()];
  const rows = [
    await submitted(db, one),
    await submitted(db, one, { kind: 'roleplay', occurred_at: '2026-11-20T09:00:00.5Z' }),
    await submitted(db, one),
    await submitted(db, other),
  ] as const;
  await change(db, rows[1], { ...ended.failed, attempt: 3 });
  await change(db, rows[2], ended.completed);

  const { data, next } = await list({ integration_id: one.integration_id });
  t.equal(next, null);
  const { rows: contexts } = await sql<{ context: RecordingFact['recording'] }>`
    select ${recordingContext} as context from recordings r
    where r.integration_id = ${one.integration_id} order by r.id`.execute(db);
  t.strictSame(data, [
    { recording: contexts[0]?.context, status: 'QUEUED', error: null },
    { recording: contexts[1]?.context, status: 'FAILED', error: ended.failed.error },
    { recording: contexts[2]?.context, status: 'COMPLETED', error: null },
  ]);
  t.match(data[1]?.recording, { attempt: 3, occurred_at: '2026-11-20T09:00:00.500Z' });
  t.ok(data.every((fact) => Value.Check(RecordingFact, fact)));
  t.strictSame(await list({ integration_id: uuidv7() }), { data: [], next: null });
});

t.test(
  'pages of all integrations follow the primary key, neither repeating nor skipping a row',
  async (t) => {
    const row = await submitted(db, tenant());
    const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'recordings'::regclass and attnum > 0 and not attisdropped`.execute(db);
    const copied = ['integration_id', 'id', 'call_event_id', 'external_recording_id'];
    const others = columns.map(({ name }) => name).filter((name) => !copied.includes(name));
    const otherColumns = sql.join(others.map((name) => sql.ref(name)));
    await sql`
    insert into recordings (integration_id, id, call_event_id, external_recording_id, ${otherColumns})
    select case when number % 3 = 0 then integration_id else gen_random_uuid() end, gen_random_uuid(),
      gen_random_uuid(), number::text, ${otherColumns}
    from recordings, generate_series(1, 450) number where id = ${row.id}`.execute(db);
    const { rows: keys } = await sql<{ key: string }>`
    select integration_id::text || id as key from recordings order by integration_id, id`.execute(db);

    const seen: string[] = [];
    let input: FactsInput = {};
    for (;;) {
      const { data, next } = await list(input);
      t.ok(data.length <= 200);
      seen.push(...data.map(({ recording }) => recording.integration_id + recording.recording_id));
      if (next === null) break;
      input = { after: next };
    }
    t.strictSame(
      seen,
      keys.map(({ key }) => key),
    );
  },
);
