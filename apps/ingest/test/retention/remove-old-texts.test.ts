import type {
  getAnalysisHead as headOperation,
  getTranscript as transcriptOperation,
} from '@debrief/contracts/operations/ingest';
import type { countRemovals as countOperation } from '@debrief/contracts/operations/ingest-audio';
import type {
  rerunAnalyses as rerunOperation,
  retryRecording as retryOperation,
} from '@debrief/contracts/operations/ingest-queue';
import { sql } from 'kysely';
import t from 'tap';
import { recordIntegration } from '../../src/integrations/record-integration.ts';
import { getAnalysisHead } from '../../src/recordings/get-analysis-head.ts';
import { getTranscript } from '../../src/recordings/get-transcript.ts';
import { retryRecording } from '../../src/recordings/retry-recording.ts';
import { transcriptView } from '../../src/recordings/transcript-view.ts';
import { rerunAnalyses } from '../../src/reruns/rerun-analyses.ts';
import { countRemovals } from '../../src/retention/count-removals.ts';
import { removeOldTexts } from '../../src/retention/remove-old-texts.ts';
import { ask, change, ended, operator, submitted, tenant, transcript } from '../fixtures/ingest-database.ts';
import { settings, workDatabase } from '../fixtures/work.ts';

const { db } = await workDatabase(t);
const DAY_MS = 86_400_000;
const now = new Date();

async function tenantKeeping(text_days: number | null) {
  const caller = tenant();
  const { integration_id } = caller;
  await recordIntegration(db, { integration_id, version: 1, text_days, removes_card_numbers: true } as never);
  return caller;
}

/** A recording with a transcript that was submitted so many days ago. */
async function transcribed(
  caller: ReturnType<typeof tenant>,
  days: number,
  state: Parameters<typeof change>[2] = ended.completed,
) {
  const row = await submitted(db, caller);
  const created_date = new Date(now.getTime() - days * DAY_MS).toISOString();
  await change(db, row, { ...state, created_date });
  const content = transcript('what was said');
  await db
    .insertInto('transcripts')
    .values({
      ...{ integration_id: row.integration_id, recording_id: row.id, attempt: 1, created_date },
      transcript: JSON.stringify(content),
      body: JSON.stringify(transcriptView(row.id, content)),
    })
    .execute();
  return row;
}

async function removeAll() {
  while ((await removeOldTexts(db, now)) === 'more');
}

type Row = Awaited<ReturnType<typeof transcribed>>;
const input = ({ id }: Row) => ({ kind: 'call' as const, by: 'id' as const, value: id });
const read = async (caller: ReturnType<typeof tenant>, row: Row) =>
  (await ask<typeof transcriptOperation>(getTranscript(db), [{ caller, input: input(row) }]))[0];

t.test('an old transcript is gone with what carries it, and the recording stays COMPLETED', async (t) => {
  const caller = await tenantKeeping(30);
  const [old, young] = [await transcribed(caller, 31), await transcribed(caller, 29)];
  const message_id = `${old.id}:1:transcribed:1`;
  await sql`
    insert into outbox (subject, message_id, payload)
    values ('recording.transcribed', ${message_id}, '{"transcript":"what was said"}')
  `.execute(db);
  await removeAll();
  t.equal(await read(caller, old), 'TRANSCRIPT_REMOVED');
  t.match(await read(caller, young), { segments: [{ text: 'what was said' }, {}] });
  t.equal(await read(await tenantKeeping(null), old), 'CALL_NOT_FOUND', 'to others');
  const [head] = await ask<typeof headOperation>(getAnalysisHead(db), [{ caller, input: input(old) }]);
  t.match(head, { status: 'COMPLETED', progress: 100 });
  const { rows } = await sql`select from outbox where message_id = ${message_id}`.execute(db);
  t.equal(rows.length, 0);
});

t.test('more than a batch is removed, and of those who keep texts for good nothing', async (t) => {
  const [caller, keeping] = [await tenantKeeping(1), await tenantKeeping(null)];
  const rows = [];
  for (let index = 0; index < 105; index += 1) rows.push(await transcribed(caller, 2));
  const kept = await transcribed(keeping, 4000);
  t.equal(await removeOldTexts(db, now), 'more');
  t.equal(await removeOldTexts(db, now), 'done');
  t.equal(await read(caller, rows.at(-1) as Row), 'TRANSCRIPT_REMOVED');
  t.match(await read(keeping, kept), { segments: [{}, {}] });
});

t.test('a recording that is not finished keeps its transcript until it is', async (t) => {
  const caller = await tenantKeeping(1);
  const row = await transcribed(caller, 5, {
    status: 'ANALYZING',
    progress: 70,
    transcribed_at: now.toISOString(),
  });
  await removeAll();
  t.equal(await read(caller, row), 'TRANSCRIPT_NOT_READY');
  await change(db, row, ended.completed);
  t.match(await read(caller, row), { segments: [{}, {}] });
  await removeAll();
  t.equal(await read(caller, row), 'TRANSCRIPT_REMOVED');
});

t.test('what has no transcript any more is neither judged again nor retried without audio', async (t) => {
  const caller = await tenantKeeping(1);
  await transcribed(caller, 5);
  const failed = await transcribed(caller, 5, {
    ...ended.failed,
    recording_url: null,
    transcribed_at: now.toISOString(),
  });
  await removeAll();
  const { integration_id } = caller;
  const system = operator as never;
  t.match(
    await ask<typeof rerunOperation>(rerunAnalyses(db), [
      { caller: system, input: { integration_id, since: '2000-01-01T00:00:00Z' } },
    ]),
    [{ recordings: 0 }],
  );
  t.strictSame(
    await ask<typeof retryOperation>(
      retryRecording(db, settings, () => {}),
      [{ caller: system, input: { id: failed.id } }],
    ),
    ['TRANSCRIPT_REMOVED'],
  );
});

t.test('before it is set, what another time would remove is counted, of the tenant alone', async (t) => {
  const [caller, other] = await Promise.all([tenantKeeping(null), tenantKeeping(null)]);
  const rows = [];
  for (const days of [1, 4, 9]) rows.push(await transcribed(caller, days));
  await transcribed(caller, 9, { status: 'ANALYZING' });
  await transcribed(other, 9);
  await db
    .insertInto('audio')
    .values(
      rows.map(({ integration_id, id }, index) => ({
        ...{
          integration_id,
          recording_id: id,
          key: `sound-${id}`,
          bytes: 1,
          duration_seconds: 1,
          peaks: '[]',
        },
        created_date: new Date(now.getTime() - (([1, 4, 9] as const)[index] ?? 0) * DAY_MS).toISOString(),
      })),
    )
    .execute();
  const count = async (text_days: number | null, audio_days: number | null) => {
    const handler = countRemovals(db, { days: 30, storeId: null });
    const [answer] = await ask<typeof countOperation>(handler, [
      { caller, input: { text_days, audio_days } },
    ]);
    return answer;
  };
  t.match(await count(3, null), { texts: 2, audio: 2 }, 'sound never outlasts the words');
  t.match(await count(null, 5), { texts: 0, audio: 1 });
  t.match(await count(null, null), { texts: 0, audio: 0 });
  t.match(await count(30, 0), { texts: 0, audio: 3 });
  await db
    .updateTable('integrations')
    .set({ text_days: 6 })
    .where('integration_id', '=', caller.integration_id)
    .execute();
  t.match(await count(3, null), { texts: 1, audio: 1 }, 'without what goes today anyway');
  t.match(await count(7, 7), { texts: 0, audio: 0 });
});
