import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordingAnalyzed, recordingTranscribed } from '@debrief/contracts/events/recording';
import { consumers } from '@debrief/contracts/topology';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { publish } from '@debrief/messaging/publish';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t, { type Test } from 'tap';
import { until } from './fixtures/analysis-scene.ts';
import { coachingDatabase } from './fixtures/coaching-database.ts';
import { keepRejected, transcribed } from './fixtures/events.ts';
import { answers, type ModelRequest, modelServer, wholeLines } from './fixtures/model-server.ts';
import { type Replica, startReplica } from './fixtures/replica.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const [{ url, db }, nats] = await Promise.all([coachingDatabase(t), testNats(t)]);
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

const analyzed: string[] = [];
await consume(
  messaging,
  consumers.ingestRecordingAnalyzed,
  async ({ payload }) => {
    analyzed.push(payload.recording.recording_id);
  },
  { keepRejected },
);

const role = `coaching_${randomBytes(4).toString('hex')}`;
await sql.raw(`create role ${role} superuser login password 'secret'`).execute(db);
t.teardown(() => sql.raw(`drop role ${role}`).execute(db));
const asRole = new URL(url);
asRole.username = role;
asRole.password = 'secret';

const greets = answers(wholeLines(() => ['greeting']));
const keyOf = ({ headers }: ModelRequest) => headers.authorization?.replace('Bearer ', '') ?? '';

/** Two replicas whose language model is asked through `before`; its result says who asked. */
async function scene(
  t: Test,
  leaseSeconds: number,
  before: (key: string, count: number) => Promise<unknown>,
) {
  const asked: string[] = [];
  const model = await modelServer(t, async (request, response) => {
    asked.push(keyOf(request));
    await before(keyOf(request), asked.length);
    greets(request, response);
  });
  const replicas: Record<string, Replica> = {};
  const start = async (key: string) => {
    replicas[key] = await startReplica(t, {
      ...{ DATABASE_URL: asRole.href, NATS_URL: nats.url, LEASE_SECONDS: String(leaseSeconds) },
      ...{ COACH_ENGINE: 'openai-compatible', COACH_URL: model.url, COACH_MODEL: 'm', COACH_API_KEY: key },
      // Longer than any answer takes on a busy machine: no model is asked again for being late.
      ...{ COACH_TIMEOUT_SECONDS: '120', COACH_CACHE_DAYS: '0', SWEEP_INTERVAL_SECONDS: '0.1' },
    });
  };
  await Promise.all([start('one'), start('other')]);
  return {
    asked,
    replicas,
    async submit(count = 1) {
      const payloads = Array.from({ length: count }, () => transcribed());
      for (const payload of payloads)
        await publish(messaging, recordingTranscribed, payload, {
          messageId: payload.recording.recording_id,
        });
      return payloads.map(({ recording }) => recording.recording_id);
    },
  };
}

/** The recordings are analysed, by the model, nothing failed, and no work is left. */
async function expectAnalysed(t: Test, ids: readonly string[]): Promise<void> {
  await until(() => ids.every((id) => analyzed.includes(id)));
  // Of a delivery whose acknowledgement was lost the event comes again.
  const { rows } = await sql<{ subject: string; recordings: number }>`
    select subject, count(distinct payload->'recording'->>'recording_id')::integer as recordings
    from outbox where payload->'recording'->>'recording_id' = any (${ids}::text[]) group by subject
  `.execute(db);
  t.strictSame(rows, [{ subject: recordingAnalyzed.subject, recordings: ids.length }]);
  const analyses = await db.selectFrom('analyses').select('body').where('recording_id', 'in', ids).execute();
  t.strictSame(
    analyses.map(({ body }) => body.engine.name),
    ids.map(() => 'openai-compatible'),
  );
  t.strictSame(await db.selectFrom('analyses_due').select('id').execute(), []);
}

t.test('a replica that is killed in the middle of an analysis is followed by the other', async (t) => {
  const { asked, replicas, submit } = await scene(t, 0.5, async (key, count) => {
    if (count === 1) await replicas[key]?.stop('SIGKILL');
  });
  const ids = await submit();
  await until(() => asked.length === 1);
  // A lease has room for the model's own time limit; the test does not wait for it.
  await sql`update lease_clock set at = at + interval '150 seconds'`.execute(db);
  await expectAnalysed(t, ids);
  t.strictSame(new Set(asked), new Set(['one', 'other']), 'each was asked by another');
});

t.test('a replica that is told to stop hands its analysis on at once', async (t) => {
  const { asked, replicas, submit } = await scene(t, 3_600, async (key, count) => {
    if (count > 1) return;
    t.equal(await replicas[key]?.stop('SIGTERM'), 0);
  });
  await expectAnalysed(t, await submit());
  t.strictSame(new Set(asked), new Set(['one', 'other']));
});

t.test('while its role is refused nothing is lost, nothing fails, and no model is asked twice', async (t) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { asked, submit } = await scene(t, 1, () => mayAnswer);
  const ids = await submit(6);
  await until(() => asked.length === 2);
  await sql.raw(`alter role ${role} nologin`).execute(db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(db);
  const late = await submit(2);
  answer();
  await sleep(2_000);
  t.strictSame(
    analyzed.filter((id) => ids.includes(id)),
    [],
  );
  // To the service the outage took twenty minutes, far longer than a lease or a deadline.
  await sql`update lease_clock set beat_at = beat_at - interval '20 minutes'`.execute(db);
  await sql.raw(`alter role ${role} login`).execute(db);
  await expectAnalysed(t, [...ids, ...late]);
  t.equal(asked.length, 8);
});

t.test('without NATS analyses are stored, and emitted when it is back', async (t) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { asked, submit } = await scene(t, 1, () => mayAnswer);
  const ids = await submit(2);
  await until(() => asked.length === 2);
  nats.kill('SIGKILL');
  answer();
  const stored = () =>
    db.selectFrom('analyses').select('recording_id').where('recording_id', 'in', ids).execute();
  await until(async () => (await stored()).length === 2);
  await nats.start();
  await expectAnalysed(t, ids);
  t.equal(asked.length, 2);
});
