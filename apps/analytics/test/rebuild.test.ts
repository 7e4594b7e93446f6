import { setTimeout as pause } from 'node:timers/promises';
import type { InputOf } from '@debrief/contracts/define';
import { type UserChanged, userChanged } from '@debrief/contracts/events/directory';
import { recordingFailed } from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { analyticsRebuilds } from '@debrief/contracts/operations/rebuilds';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { build } from '../src/app.ts';
import { settings } from '../src/config.ts';
import { analyticsDatabase } from './fixtures/analytics-database.ts';
import { recordingsAtWork } from './fixtures/recordings-at-work.ts';
import { servedFacts } from './fixtures/served-facts.ts';

const log = createLogger({ name: 'analytics', level: 'silent' });
const [{ url, db }, nats] = await Promise.all([analyticsDatabase(t), testNats(t)]);
const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url });
// First: the service waits for the streams, which the operator or ingest makes.
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());
const service = await build({ config, log, metrics: createMetrics('analytics') });
t.teardown(() => service.close());

const facts = await servedFacts(messaging);
const { recordings, analyses, users, coaching } = facts;
const { owners, live, at, message } = recordingsAtWork(messaging, facts);

const operator = { access: 'system', request_id: 'test' } as const;
type Kind = InputOf<typeof analyticsRebuilds.get>['kind'];
const start = (kind: Kind, integration_id: string | null = null) =>
  request(messaging, analyticsRebuilds.start, operator, { kind, integration_id });
async function ended(kind: Kind) {
  for (;;) {
    const rebuild = await request(messaging, analyticsRebuilds.get, operator, { kind });
    if (rebuild !== null && rebuild.finished_at !== null) return rebuild;
    await pause(20);
  }
}

const allFacts = () => sql`select * from call_facts order by integration_id, recording_id`.execute(db);
const allAgents = () => sql`select * from agents order by integration_id, user_id`.execute(db);
/** Until every event has been stored. */
async function settled() {
  const all = recordings.all();
  const finished = all.filter(({ status }) => status === 'COMPLETED' || status === 'FAILED').length;
  const attempts = new Map(all.map(({ recording }) => [recording.recording_id, recording.attempt]));
  const analyzed = analyses
    .all()
    .filter(({ recording_id, attempt }) => attempts.get(recording_id) === attempt);
  const sum = [...attempts.values()].reduce((one, other) => one + other, 0);
  const expected = { facts: all.length, finished, analyzed: analyzed.length, attempts: sum };
  for (;;) {
    const { rows } = await sql<typeof expected>`
      select count(*) as facts, count(*) filter (where status <> 'PROCESSING') as finished,
        count(*) filter (where analyzed) as analyzed, coalesce(sum(attempt), 0) as attempts
      from call_facts`.execute(db);
    if (JSON.stringify(rows[0]) === JSON.stringify(expected)) return;
    await pause(20);
  }
}

const integrations = [uuidv7(), uuidv7()] as const;

t.test('calls are as they were before, whatever of them was lost or damaged', async (t) => {
  await live(integrations, 60);
  await settled();
  const before = (await allFacts()).rows;
  t.equal(before.length, 60);
  await sql`delete from call_facts where right(recording_id::text, 1) < '5'`.execute(db);
  await sql`update call_facts set status = 'FAILED', error_code = 'x' where status = 'COMPLETED'`.execute(db);
  await sql`update call_facts set analyzed = false, rating = null, talk_ratio = null, patience_seconds = 7
    where right(recording_id::text, 1) between '5' and '8'`.execute(db);
  await sql`update call_facts set analyzed = true, rating = 1, user_id = gen_random_uuid(), attempt = attempt + 3
    where right(recording_id::text, 1) > 'a'`.execute(db);
  await sql`insert into call_facts select (jsonb_populate_record(f, jsonb_build_object('recording_id', gen_random_uuid()))).*
    from call_facts f`.execute(db);
  await start('calls');
  t.match(await ended('calls'), { rows: 60, waits_for: null });
  t.strictSame((await allFacts()).rows, before);
  await start('calls');
  t.match(await ended('calls'), { rows: 60, changed: 0, removed: 0 });
});

t.test('calls that go on during a rebuild of an empty table end as their events say', async (t) => {
  await sql`delete from call_facts`.execute(db);
  await start('calls');
  await live(integrations, 120);
  await ended('calls');
  await settled();
  const after = (await allFacts()).rows;
  t.equal(after.length, 180);
  await start('calls');
  t.match(await ended('calls'), { rows: 180, changed: 0, removed: 0 });
  t.strictSame((await allFacts()).rows, after);
});

t.test('a failure that coaching has reported stays, though ingest has not read it yet', async (t) => {
  const recording = fakeRecordingContext({ integration_id: uuidv7() });
  const { integration_id } = recording;
  await owners.submit(recording);
  recordings.set(at(recording), { recording, status: 'ANALYZING', error: null });
  const payload = { recording, stage: 'coaching', error: failure('analysis_failed') } as const;
  await publish(messaging, recordingFailed, payload, message());
  const fact = () =>
    db
      .selectFrom('call_facts')
      .select(['status', 'error_code'])
      .where('integration_id', '=', integration_id)
      .executeTakeFirst();
  while ((await fact())?.status !== 'FAILED') await pause(20);
  await start('calls', integration_id);
  t.match(await ended('calls'), { integration_id, rows: 1, changed: 0 });
  t.match(await fact(), { status: 'FAILED', error_code: 'analysis_failed' });
  recordings.set(at(recording), { recording: { ...recording, attempt: 2 }, status: 'QUEUED', error: null });
  await start('calls', integration_id);
  await ended('calls');
  t.match(await fact(), { status: 'PROCESSING', error_code: null });
});

t.test('a rebuild says for whom it waits, and goes on by itself', async (t) => {
  const before = (await allFacts()).rows;
  await sql`delete from call_facts`.execute(db);
  await coaching.stop();
  await start('calls');
  let rebuild = await request(messaging, analyticsRebuilds.get, operator, { kind: 'calls' });
  while (rebuild?.waits_for !== 'coaching') {
    await pause(20);
    rebuild = await request(messaging, analyticsRebuilds.get, operator, { kind: 'calls' });
  }
  t.type(rebuild.waiting_since, 'string');
  t.equal((await start('calls', integrations[0])).id, rebuild.id, 'one that runs is joined');
  await coaching.start();
  t.match(await ended('calls'), { id: rebuild.id, waits_for: null });
  t.strictSame((await allFacts()).rows, before);
});

t.test('agents are as they were before, also with changes all the while', async (t) => {
  const changes = new Map<string, UserChanged>();
  async function change(user_id: string) {
    const integration_id = integrations[0];
    const version = (changes.get(user_id)?.version ?? 0) + 1;
    const agent = {
      name: 'Ann',
      timezone: null,
      signal: true,
      external_user_id: 'u',
      external_user_ids: ['u'],
    };
    const user = {
      integration_id,
      user_id,
      version,
      team_ids: version % 4 === 0 ? [] : [`t ${version}`],
      ...agent,
    };
    changes.set(user_id, user);
    users.set({ integration_id, id: user_id }, user);
    await publish(messaging, userChanged, user, message());
  }
  const ids = Array.from({ length: 50 }, () => uuidv7());
  for (const id of ids) await change(id);
  const expected = () =>
    [...changes.values()]
      .map(({ integration_id, user_id, version, team_ids }) => ({
        integration_id,
        user_id,
        version,
        team_ids,
      }))
      .sort((one, other) => (one.user_id < other.user_id ? -1 : 1));
  const isSettled = async () => JSON.stringify((await allAgents()).rows) === JSON.stringify(expected());
  while (!(await isSettled())) await pause(20);
  await sql`delete from agents where right(user_id::text, 1) < '6'`.execute(db);
  await sql`update agents set team_ids = '{x}' where right(user_id::text, 1) > 'a'`.execute(db);
  await sql`insert into agents values (gen_random_uuid(), gen_random_uuid(), 7, '{}')`.execute(db);
  await start('users');
  for (const id of ids.slice(0, 20)) await change(id);
  for (let index = 0; index < 10; index += 1) await change(uuidv7());
  await ended('users');
  while (!(await isSettled())) await pause(20);
  await start('users');
  t.match(await ended('users'), { rows: 60, changed: 0, removed: 0 });
});

t.test('a kind that analytics does not keep is refused', async (t) => {
  await t.rejects(start('integrations' as Kind), { message: 'VALIDATION_FAILED' });
});
