import type { IntegrationCaller } from '@debrief/contracts/caller';
import { userChanged } from '@debrief/contracts/events/directory';
import { recordingTranscribed } from '@debrief/contracts/events/recording';
import {
  getAgenda,
  getAnalysis,
  getPeriod,
  getQueue,
  listPeriods,
} from '@debrief/contracts/operations/coaching';
import { getSignal } from '@debrief/contracts/operations/signals';
import { consumers } from '@debrief/contracts/topology';
import { testNats } from '@debrief/local/testing';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { publish } from '@debrief/messaging/publish';
import { request } from '@debrief/messaging/request';
import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import t from 'tap';
import { build } from '../src/app.ts';
import { settings } from '../src/config.ts';
import {
  coachingDatabase,
  storedAgenda,
  storedSignal,
  tenant,
  userChange,
} from './fixtures/coaching-database.ts';
import { keepRejected, transcribed } from './fixtures/events.ts';

const log = createLogger({ name: 'coaching', level: 'silent' });
const [{ url, db }, nats] = await Promise.all([coachingDatabase(t), testNats(t)]);
const config = loadConfig(settings, {
  DATABASE_URL: url,
  NATS_URL: nats.url,
  WEB_APP_URL: 'https://app.example/',
});
let now = new Date('2026-11-20T10:00:00Z');
const metrics = createMetrics('coaching');
// First: the service waits for the streams, which the operator or ingest makes.
const messaging = await connect({ url: nats.url, name: 'test', log });
t.teardown(() => messaging.close());
const service = await build({ config, log, metrics }, () => now);
t.teardown(() => service.close());

t.test('a transcript on the stream becomes an analysis that only its own integration can read', async (t) => {
  for (const check of Object.values(service.checks)) await check();
  const payload = transcribed();
  const { recording } = payload;
  const emitted = new Promise<unknown>((resolve) => {
    void consume(
      messaging,
      consumers.ingestRecordingAnalyzed,
      async (delivery) => resolve(delivery.payload),
      { keepRejected },
    );
  });
  await publish(messaging, recordingTranscribed, payload, { messageId: 'transcribed' });
  t.match(await emitted, {
    recording,
    outcomes: ['Appointment Set'],
    rating: Number,
    conversation: { talk_ratio: Number },
  });

  const { organization_id, integration_id, recording_id } = recording;
  const own: IntegrationCaller = { access: 'read-only', organization_id, integration_id, request_id: 'r' };
  const other: IntegrationCaller = { ...own, integration_id: transcribed().recording.integration_id };
  const before = messaging.stats().requests[getAnalysis.subject]?.batches ?? 0;
  const [mine, foreign, missing] = await Promise.allSettled([
    request(messaging, getAnalysis, own, { recording_id }),
    request(messaging, getAnalysis, other, { recording_id }),
    request(messaging, getAnalysis, own, { recording_id: transcribed().recording.recording_id }),
  ]);
  t.match(mine, {
    status: 'fulfilled',
    value: { disposition: { outcomes: ['Appointment Set'] }, evidence: Array },
  });
  t.match(foreign, { status: 'rejected', reason: { message: 'ANALYSIS_NOT_FOUND' } });
  t.match(missing, { status: 'rejected', reason: { message: 'ANALYSIS_NOT_FOUND' } });
  t.equal(
    (messaging.stats().requests[getAnalysis.subject]?.batches ?? 0) - before,
    1,
    'one message for all three',
  );
});

t.test('an operator reads the queue, and it is measured', async (t) => {
  const system = { access: 'system', request_id: 'r' } as const;
  t.match(await request(messaging, getQueue, system, { limit: 10 }), { integrations: [], more: false });
  t.match(await metrics.registry.metrics(), /^debrief_analyses_waiting\{service="coaching"\} 0$/m);
});

t.test(
  'periods, agendas and signals are answered, and an agenda has a link once its agent is known',
  async (t) => {
    const caller = tenant();
    const agenda = await storedAgenda(db, caller);
    const period = { id: agenda.period_id };
    now = new Date('2020-01-01T00:00:00Z');
    t.match(await request(messaging, getPeriod, caller, period), { review_status: 'open' });
    now = new Date('2030-01-01T00:00:00Z');
    t.match(await request(messaging, getPeriod, caller, period), { ...period, review_status: 'closed' });
    t.match(await request(messaging, listPeriods, caller, { limit: 50, sort: 'desc' }), { data: [period] });

    const { user_id } = await storedSignal(db, caller, '{}');
    await t.rejects(request(messaging, getSignal, caller, { user_id }), { message: 'SIGNAL_INVALID' });

    const read = () => request(messaging, getAgenda, caller, { id: agenda.id });
    t.match(await read(), { agenda_url: null });
    const payload = userChange(caller, { user_id: agenda.user_id ?? '' });
    await publish(messaging, userChanged, payload, { messageId: 'user' });
    let answer = await read();
    while (answer.agenda_url === null) answer = await read();
    t.equal(answer.agenda_url, `https://app.example/coaching/agendas/${agenda.id}`);
  },
);
