import { consumers } from '@debrief/contracts/topology';
import { openDatabase } from '@debrief/database/open-database';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { consume, PermanentError } from '@debrief/messaging/consume';
import { publishJson } from '@debrief/messaging/publish';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics, exposeMessaging } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import t from 'tap';
import type { Tables } from '../src/tables.ts';
import { analyticsDatabase } from './fixtures/analytics-database.ts';

const log = createLogger({ name: 'analytics', level: 'silent' });
const { url } = await analyticsDatabase(t);
const nats = await testNats(t);
const database = await openDatabase<Tables>({
  url,
  schema: 'analytics',
  poolSize: 2,
  migrations: new URL('../migrations/', import.meta.url),
  log,
});
t.teardown(() => database.close());
const { db, keepRejected } = database;
const messaging = await connect({ url: nats.url, name: 'analytics', log });
t.teardown(() => messaging.close());
const metrics = createMetrics('analytics');
exposeMessaging(metrics, () => messaging.stats());

interface Rejected {
  subject: string;
  message_id: string;
  reason: string;
  payload: string;
}

async function rejected(): Promise<Rejected[]> {
  const { rows } = await sql<Rejected>`
    select subject, message_id, reason, payload from rejected_events order by message_id`.execute(db);
  return rows;
}

async function counted(outcome: string): Promise<number> {
  const pattern = new RegExp(`debrief_events_total\\{.*outcome="${outcome}".*\\} (\\d+)`);
  return Number(pattern.exec(await metrics.registry.metrics())?.[1] ?? 0);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

t.test('an event that can never be handled is kept in the database, however long that takes', async (t) => {
  const handled: string[] = [];
  const consumer = consumers.analyticsUserChanged;
  const consuming = await consume(
    messaging,
    consumer,
    async ({ payload }) => {
      if (payload.name === 'Nobody') throw new PermanentError('there is no such user');
      handled.push(payload.name);
    },
    { keepRejected, concurrency: 3 },
  );
  t.teardown(() => consuming.close());
  const id = '01900000-0000-7000-8000-000000000000';
  const user = {
    integration_id: id,
    user_id: id,
    version: 1,
    external_user_id: 'u',
    external_user_ids: ['u'],
  };
  const named = (name: string) =>
    JSON.stringify({ ...user, team_ids: [], name, timezone: null, signal: true });
  const publish = (json: string, messageId: string) =>
    publishJson(messaging, consumer.event.subject, json, { messageId });

  const locked = await db.startTransaction().execute();
  await sql`lock table rejected_events in access exclusive mode`.execute(locked);
  await publish('{', 'unreadable');
  await publish('{"user_id":7}', 'unfit');
  await publish(named('Nobody'), 'unknown');
  await publish(named('Ann'), 'fit');
  await until(async () => (await counted('redelivered')) >= 3);
  t.equal(await counted('rejected'), 0);
  await locked.commit().execute();

  await until(async () => (await counted('rejected')) === 3);
  t.match(await rejected(), [
    { message_id: 'unfit', reason: /^the payload does not fit the event: /, payload: '{"user_id":7}' },
    { message_id: 'unknown', reason: 'there is no such user', payload: named('Nobody') },
    {
      message_id: 'unreadable',
      subject: 'user.changed',
      reason: /^the payload cannot be read: /,
      payload: '{',
    },
  ]);
  t.same(handled, ['Ann']);
});
