import { userChanged } from '@debrief/contracts/events/directory';
import {
  recordingAnalyzed,
  recordingCompleted,
  recordingFailed,
  recordingSubmitted,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { getMetrics } from '@debrief/contracts/operations/analytics';
import { testDatabase } from '@debrief/database/testing';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import t, { type Test as Tap } from 'tap';
import { build } from '../src/app.ts';
import { settings } from '../src/config.ts';
import type { Tables } from '../src/tables.ts';
import { question } from './fixtures/analytics-database.ts';
import { conversation, recordingContext } from './fixtures/events.ts';

const log = createLogger({ name: 'analytics', level: 'silent' });

/** What the service stands on; `start` brings it up. */
async function surroundings(t: Tap) {
  const [{ url, database }, nats] = await Promise.all([
    testDatabase<Tables>(t, { schema: 'analytics', migrations: new URL('../migrations/', import.meta.url) }),
    testNats(t),
  ]);
  const messaging = await connect({ url: nats.url, name: 'test', log });
  t.teardown(() => messaging.close());
  async function start() {
    const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url });
    const service = await build({ config, log, metrics: createMetrics('analytics') });
    t.teardown(() => service.close());
    return service;
  }
  return { db: database.kysely, messaging, start };
}

t.test(
  'the service keeps facts of the events that were told, also of those told before it came up',
  async (t) => {
    const { db, messaging, start } = await surroundings(t);
    const done = recordingContext();
    const failed = recordingContext();
    await publish(
      messaging,
      recordingSubmitted,
      { recording: done, recording_url: 'https://a.example' },
      { messageId: '1' },
    );

    const service = await start();
    for (const check of Object.values(service.checks)) await check();
    const analyzed = {
      recording: done,
      rating: 3.5,
      outcomes: ['No Next Step'],
      objections: [],
      conversation,
    };
    await publish(messaging, recordingAnalyzed, analyzed, { messageId: '2' });
    await publish(messaging, recordingCompleted, { recording: done }, { messageId: '3' });
    const error = failure('audio_empty');
    await publish(
      messaging,
      recordingFailed,
      { recording: failed, stage: 'transcription', error },
      { messageId: '4' },
    );

    const facts = () =>
      db.selectFrom('call_facts').select(['recording_id', 'status', 'rating', 'error_code']).execute();
    while ((await facts()).filter(({ status }) => status !== 'PROCESSING').length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const byId = new Map((await facts()).map((fact) => [fact.recording_id, fact]));
    t.match(byId.get(done.recording_id), { status: 'COMPLETED', rating: 3.5, error_code: null });
    t.match(byId.get(failed.recording_id), { status: 'FAILED', rating: null, error_code: 'audio_empty' });
  },
);

t.test('the service answers metrics, by the teams it was told of', async (t) => {
  const { messaging, start } = await surroundings(t);
  await start();
  const recording = recordingContext();
  const { organization_id, integration_id, user_id } = recording;
  await publish(
    messaging,
    recordingSubmitted,
    { recording, recording_url: 'https://a.example' },
    { messageId: '1' },
  );
  const agent = { name: 'Ann', timezone: null, external_user_id: 'u-1', external_user_ids: ['u-1'] };
  const change = { integration_id, user_id, version: 1, team_ids: ['north'], ...agent };
  await publish(messaging, userChanged, change, { messageId: '2' });

  const caller = { access: 'read-only', organization_id, integration_id, request_id: 'test' } as const;
  const callsOf = async (team: string) =>
    (await request(messaging, getMetrics, caller, question(user_id, { team: [team] }))).calls.total;
  while ((await callsOf('north')) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  t.equal(await callsOf('north'), 1);
  t.equal(await callsOf('south'), 0);
});
