import type { IntegrationCaller } from '@debrief/contracts/caller';
import { recordingTranscribed } from '@debrief/contracts/events/recording';
import { getAnalysis } from '@debrief/contracts/operations/coaching';
import { consumers } from '@debrief/contracts/topology';
import { testDatabase } from '@debrief/database/testing';
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
import { transcribed } from './fixtures/events.ts';

const log = createLogger({ name: 'coaching', level: 'silent' });

t.test(
  'a transcript on the stream becomes an analysis that its own integration can read, and no other',
  async (t) => {
    const [{ url }, nats] = await Promise.all([
      testDatabase(t, { schema: 'coaching', migrations: new URL('../migrations/', import.meta.url) }),
      testNats(t),
    ]);
    const config = loadConfig(settings, { DATABASE_URL: url, NATS_URL: nats.url });
    const service = await build({ config, log, metrics: createMetrics('coaching') });
    t.teardown(() => service.close());
    for (const check of Object.values(service.checks)) await check();
    const messaging = await connect({ url: nats.url, name: 'test', log });
    t.teardown(() => messaging.close());

    const payload = transcribed();
    const { recording } = payload;
    const told = new Promise<unknown>((resolve) => {
      void consume(messaging, consumers.ingestRecordingAnalyzed, async (delivery) =>
        resolve(delivery.payload),
      );
    });
    await publish(messaging, recordingTranscribed, payload, { messageId: 'transcribed' });
    t.match(await told, {
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
  },
);
