import { recordingProgress } from '@debrief/contracts/events/recording';
import { consumers } from '@debrief/contracts/topology';
import { migrate } from '@debrief/database/migrate';
import { startOutboxRelay } from '@debrief/database/outbox';
import { createDatabase, transaction } from '@debrief/database/pool';
import { connect, onReconnect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { listen, publishJson, streamState } from '@debrief/messaging/publish';
import { serve } from '@debrief/messaging/serve';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { getAnalysisHead } from './analyses/get-analysis-head.ts';
import { getCall } from './calls/get-call.ts';
import { listCalls } from './calls/list-calls.ts';
import type { Config } from './config.ts';
import { dispatchSettings, leaseFor } from './dispatch/dispatch-settings.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { failRecording } from './pipeline/fail-recording.ts';
import { noteAnalysis } from './pipeline/note-analysis.ts';
import { gatherProgress } from './pipeline/progress-batches.ts';
import { recordProgress } from './pipeline/record-progress.ts';
import { storeTranscript } from './pipeline/store-transcript.ts';
import { exposeQueue } from './queue-metrics.ts';
import { findSubmission } from './recordings/find-submission.ts';
import { listRecordings } from './recordings/list-recordings.ts';
import { retryRecording } from './recordings/retry-recording.ts';
import { submitRecording } from './recordings/submit-recording.ts';
import type { Tables } from './tables.ts';
import { getTranscript } from './transcripts/get-transcript.ts';

const schema = 'ingest';
const migrations = new URL('../migrations/', import.meta.url);
const PROGRESS_INTERVAL_MS = 250;
/** Deliveries of one consumer handled at once; three of these stay within the pool beside the operations. */
const CONCURRENT_DELIVERIES = 3;

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  await migrate({ url: config.DATABASE_URL, schema, directory: migrations, log });
  const database = createDatabase<Tables>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    log,
  });
  const db = database.kysely;
  const messaging = await connect({
    url: config.NATS_URL,
    name: 'ingest',
    log,
    replicas: config.NATS_REPLICAS,
  });

  const relay = startOutboxRelay({
    db,
    publish: (subject, json, messageId) => publishJson(messaging, subject, json, { messageId }),
    streamState: (subject) => streamState(messaging, subject),
    log,
  });
  onReconnect(messaging, () => relay.checkStreams());
  const lease = leaseFor(config.LEASE_SECONDS);
  const dispatch = dispatchSettings(config);
  const dispatcher = startDispatcher({
    db,
    settings: dispatch,
    sweepIntervalMs: config.SWEEP_INTERVAL_SECONDS * 1000,
    released: () => relay.wake(),
    log,
  });
  const finished = (isFinished: boolean) => {
    if (!isFinished) return;
    relay.wake();
    dispatcher.wake();
  };

  const progress = gatherProgress({
    intervalMs: PROGRESS_INTERVAL_MS,
    write: (notices) => recordProgress(db, notices, lease),
    onError: (error) => log.warn({ err: error }, 'progress was not written'),
  });
  const listener = listen(messaging, recordingProgress, progress.add, { queue: 'ingest' });
  const concurrency = CONCURRENT_DELIVERIES;
  const consuming = await Promise.all([
    consume(
      messaging,
      consumers.ingestRecordingTranscribed,
      async ({ payload }) =>
        finished(await transaction(db, (tx) => storeTranscript(tx, payload, dispatch.queuedLease))),
      { concurrency },
    ),
    consume(
      messaging,
      consumers.ingestRecordingAnalyzed,
      async ({ payload }) => finished(await transaction(db, (tx) => noteAnalysis(tx, payload, lease))),
      { concurrency },
    ),
    consume(
      messaging,
      consumers.ingestRecordingFailed,
      async ({ payload }) => finished(await transaction(db, (tx) => failRecording(tx, payload))),
      { concurrency },
    ),
  ]);
  const served = await serve(messaging, {
    service: 'ingest',
    version: '0.1.0',
    handlers: [
      findSubmission(db),
      submitRecording(db, dispatcher.wake),
      getCall(db),
      listCalls(db),
      getTranscript(db),
      getAnalysisHead(db),
      listRecordings(db),
      retryRecording(db, dispatcher.wake),
    ],
  });
  exposeQueue(metrics, db);

  return {
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    async close() {
      await served.close();
      await Promise.all(consuming.map((consumer) => consumer.close()));
      listener.close();
      await progress.close();
      await dispatcher.close();
      await relay.close();
      await messaging.close();
      await database.close();
    },
  };
}
