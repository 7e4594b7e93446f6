import { userChanged } from '@debrief/contracts/events/directory';
import {
  recordingAnalyzed,
  recordingCompleted,
  recordingFailed,
  recordingSubmitted,
} from '@debrief/contracts/events/recording';
import { failure } from '@debrief/contracts/failures';
import { getMetrics } from '@debrief/contracts/operations/analytics';
import { fakeRecordingContext } from '@debrief/contracts/testing';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import t from 'tap';
import { build } from '../src/app.ts';
import { settings } from '../src/config.ts';
import { analyticsDatabase, conversation, question } from './fixtures/analytics-database.ts';

const log = createLogger({ name: 'analytics', level: 'silent' });
const [{ url, db }, nats] = await Promise.all([analyticsDatabase(t), testNats(t)]);
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());

const done = fakeRecordingContext();
await publish(messaging, recordingSubmitted, { recordings: [done] }, { messageId: 'before the start' });
const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url });
const service = await build({ config, log, metrics: createMetrics('analytics') });
t.teardown(() => service.close());

t.test('the service keeps facts of events, also of those published before it started', async (t) => {
  for (const check of Object.values(service.checks)) await check();
  const factOf = (recordingId: string) =>
    db
      .selectFrom('call_facts')
      .select(['status', 'rating', 'error_code'])
      .where('recording_id', '=', recordingId)
      .executeTakeFirst();
  while ((await factOf(done.recording_id)) === undefined) await pause();

  const analysis = { rating: 3.5, outcomes: ['No Next Step'], objections: [], conversation };
  await publish(messaging, recordingAnalyzed, { recording: done, ...analysis }, { messageId: 'analyzed' });
  await publish(messaging, recordingCompleted, { recording: done }, { messageId: 'completed' });
  const failed = fakeRecordingContext();
  await publish(
    messaging,
    recordingFailed,
    { recording: failed, stage: 'ingest', error: failure('audio_empty') },
    { messageId: 'failed' },
  );
  const expected = [
    { recording: done, fact: { status: 'COMPLETED', rating: 3.5, error_code: null } },
    { recording: failed, fact: { status: 'FAILED', rating: null, error_code: 'audio_empty' } },
  ];
  for (const { recording, fact } of expected) {
    let found = await factOf(recording.recording_id);
    while (found?.status !== fact.status || found.rating !== fact.rating) {
      await pause();
      found = await factOf(recording.recording_id);
    }
    t.strictSame(found, fact);
  }
});

t.test('the service answers metrics, by the teams that were reported to it', async (t) => {
  const recording = fakeRecordingContext();
  const { organization_id, integration_id, user_id } = recording;
  await publish(messaging, recordingSubmitted, { recordings: [recording] }, { messageId: 'submitted' });
  const agent = {
    name: 'Ann',
    timezone: null,
    signal: true,
    external_user_id: 'u-1',
    external_user_ids: ['u-1'],
  };
  const change = { integration_id, user_id, version: 1, team_ids: ['north'], ...agent };
  await publish(messaging, userChanged, change, { messageId: 'changed' });

  const caller = { access: 'read-only', organization_id, integration_id, request_id: 'test' } as const;
  const callsOf = async (team: string) =>
    (await request(messaging, getMetrics, caller, question(user_id, { team: [team] }))).calls.total;
  while ((await callsOf('north')) === 0) await pause();
  t.equal(await callsOf('north'), 1);
  t.equal(await callsOf('south'), 0);
});

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
