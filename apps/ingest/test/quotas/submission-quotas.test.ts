import type {
  findSubmission as findOperation,
  submitRecording as operation,
} from '@debrief/contracts/operations/ingest';
import type { SubmissionQuotas } from '@debrief/contracts/resources/quotas';
import { sql } from 'kysely';
import t from 'tap';
import { findSubmission } from '../../src/recordings/find-submission.ts';
import { submitRecording } from '../../src/recordings/submit-recording.ts';
import {
  ask,
  change,
  ended,
  ingestDatabase,
  submission,
  submitted,
  tenant,
} from '../fixtures/ingest-database.ts';

const { db } = await ingestDatabase(t);
const handler = submitRecording(db, () => {});
const submit = (...items: Parameters<typeof ask<typeof operation>>[1]) =>
  ask<typeof operation>(handler, items);
const find = (...items: Parameters<typeof ask<typeof findOperation>>[1]) =>
  ask<typeof findOperation>(findSubmission(db), items);

function quotas(given: Partial<SubmissionQuotas>): SubmissionQuotas {
  return { submissions_per_minute: null, submissions_per_day: null, audio_hours_per_day: null, ...given };
}

async function stored(integrationId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from recordings where integration_id = ${integrationId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Moves what was counted into the period before. */
async function passTime(period: 'minute' | 'day'): Promise<void> {
  await sql`update quota_use set starts_at = starts_at - ('1 ' || period)::interval where period = ${period}`.execute(
    db,
  );
}

function refusedOf(answers: readonly unknown[]): number {
  return answers.filter((answer) => answer === 'QUOTA_EXCEEDED').length;
}

for (const [quota, period] of [
  ['submissions_per_minute', 'minute'],
  ['submissions_per_day', 'day'],
] as const) {
  t.test(`a batch gets what is left of ${quota}, and all of it again in the next ${period}`, async (t) => {
    const caller = tenant();
    const given = quotas({ [quota]: 3 });
    const five = () => Array.from({ length: 5 }, () => ({ caller, input: submission({ quotas: given }) }));
    // Counted anew when a minute or a day ends in between.
    const answers = await submit(...five());
    t.equal(refusedOf(answers), 2);
    t.strictSame(answers.slice(3), ['QUOTA_EXCEEDED', 'QUOTA_EXCEEDED'], 'those after the third');
    t.equal(await stored(caller.integration_id), 3);
    await passTime(period);
    t.equal(refusedOf(await submit(...five())), 2);
    t.equal(await stored(caller.integration_id), 6);
  });
}

t.test('hours of audio are counted by what is submitted', async (t) => {
  const caller = tenant();
  const hour = { duration_seconds: 3600, quotas: quotas({ audio_hours_per_day: 2 }) };
  const answers = await submit(
    { caller, input: submission(hour) },
    { caller, input: submission({ ...hour, duration_seconds: 4000 }) },
    { caller, input: submission(hour) },
    { caller, input: submission({ ...hour, duration_seconds: 1 }) },
  );
  t.match(answers, [{ status: 'QUEUED' }, 'QUOTA_EXCEEDED', { status: 'QUEUED' }, 'QUOTA_EXCEEDED']);
});

t.test('no number of processes gets more than the quota together', async (t) => {
  const caller = tenant();
  const given = quotas({ submissions_per_day: 10 });
  const batches = Array.from({ length: 12 }, () =>
    submit(...Array.from({ length: 3 }, () => ({ caller, input: submission({ quotas: given }) }))),
  );
  const answers = (await Promise.all(batches)).flat();
  t.equal(refusedOf(answers), 26);
  t.equal(await stored(caller.integration_id), 10);
});

t.test('one tenant’s quota is no other’s, and without one nothing is counted', async (t) => {
  const [limited, other, free] = [tenant(), tenant(), tenant()];
  const given = quotas({ submissions_per_minute: 1 });
  const answers = await submit(
    ...[limited, limited, other, other].map((caller) => ({ caller, input: submission({ quotas: given }) })),
    ...[free, free, free].map((caller) => ({ caller, input: submission() })),
  );
  t.equal(refusedOf(answers), 2);
  t.equal(await stored(free.integration_id), 3);
  const { rows } = await sql`select 1 from quota_use where integration_id = ${free.integration_id}`.execute(
    db,
  );
  t.strictSame(rows, []);
});

t.test('a submission that cannot be stored counts nothing', async (t) => {
  const caller = tenant();
  const given = quotas({ submissions_per_day: 1 });
  await t.rejects(submit({ caller, input: submission({ quotas: given, recording_id: 'a\u0000' }) }));
  t.match(await submit({ caller, input: submission({ quotas: given }) }), [{ status: 'QUEUED' }]);
});

t.test('before anybody is resolved, a new submission is refused and a known one answered', async (t) => {
  const caller = tenant();
  const given = quotas({ submissions_per_day: 2 });
  const known = await submitted(db, caller, { quotas: given });
  const failed = await submitted(db, caller, { quotas: given });
  await change(db, failed, ended.failed);
  const look = (recording_id: string) => ({
    caller,
    input: { recording_id, duration_seconds: 60, quotas: given },
  });
  t.match(await find(look(known.external_recording_id), look(failed.external_recording_id), look('new')), [
    { status: 'QUEUED' },
    'QUOTA_EXCEEDED',
    'QUOTA_EXCEEDED',
  ]);
  await passTime('day');
  t.match(await find(look('new')), [null], 'looking has counted nothing');
});
