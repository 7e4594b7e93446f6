import type { OutputOf } from '@debrief/contracts/define';

import type { submitRecording as operation } from '@debrief/contracts/operations/ingest';
import { holdInsertLock } from '@debrief/database/testing';
import { sql } from 'kysely';
import t from 'tap';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import { ask, ingestDatabase, submission, submitted, tenant } from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
type Op = typeof operation;

const handler = submitRecording(db, () => {});
const submit = async (...items: Parameters<typeof ask<Op>>[1]) =>
  (await ask<Op>(handler, items)) as OutputOf<Op>[];

t.test('a recording_id twice in a batch is stored once, with the first body', async (t) => {
  const caller = tenant();
  const other = submission();
  const answers = await submit(
    { caller, input: submission({ recording_id: 'twice', user_name: 'First' }) },
    { caller, input: other },
    { caller, input: submission({ recording_id: 'twice', user_name: 'Second' }) },
  );
  t.equal(answers[0]?.call_event_id, answers[2]?.call_event_id);
  t.not(answers[0]?.call_event_id, answers[1]?.call_event_id);
  const rows = await db
    .selectFrom('recordings')
    .select(['user_name', 'call_event_id'])
    .where('integration_id', '=', caller.integration_id)
    .where('external_recording_id', '=', 'twice')
    .execute();
  t.same(rows, [{ user_name: 'First', call_event_id: answers[0]?.call_event_id }]);
});

t.test('twenty at the same moment make one row and get one call_event_id', async (t) => {
  const caller = tenant();
  const batches = Array.from({ length: 20 }, (_, index) =>
    // In opposite orders, which would deadlock if a batch took its rows as they come.
    submit(
      ...(index % 2 === 0 ? ['race-1', 'race-2'] : ['race-2', 'race-1']).map((recording_id) => ({
        caller,
        input: submission({ recording_id }),
      })),
    ),
  );
  const answers = await Promise.all(batches);
  const ids = answers.map(([one, two], index) => (index % 2 === 0 ? [one, two] : [two, one]));
  t.equal(new Set(ids.map(([one]) => one?.call_event_id)).size, 1);
  t.equal(new Set(ids.map(([, two]) => two?.call_event_id)).size, 1);
  const rows = await db
    .selectFrom('recordings')
    .select('id')
    .where('integration_id', '=', caller.integration_id)
    .execute();
  t.equal(rows.length, 2);
});

t.test('a submission that waits for another’s commit returns what that one stored', async (t) => {
  const caller = tenant();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: inserted, resolve: hasInserted } = Promise.withResolvers<string>();
  const first = db.transaction().execute(async (tx) => {
    const [answer] = (await ask<Op>(
      submitRecording(tx, () => {}),
      [{ caller, input: submission({ recording_id: 'slow' }) }],
    )) as OutputOf<Op>[];
    hasInserted(answer?.call_event_id ?? '');
    await held;
  });
  const callEventId = await inserted;
  const second = submit({ caller, input: submission({ recording_id: 'slow' }) });
  while ((await sql`select from pg_locks where not granted`.execute(db)).rows.length === 0);
  release();
  await first;
  t.same(await second, [{ call_event_id: callEventId, status: 'QUEUED' }]);
});

t.test(
  'a submission waits for the commit of those before it, of its own integration, and is dated after',
  async (t) => {
    const [caller, other] = [tenant(), tenant()];
    const before = await holdInsertLock(db, 'recordings', caller.integration_id);
    const row = submitted(db, caller);
    await before.awaited(1);
    await submitted(db, other);
    const committed = await before.commit();
    t.ok((await row).created_date > committed);
  },
);
