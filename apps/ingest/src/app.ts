import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import { recordingProgress } from '@debrief/contracts/events/recording';
import { type ConsumerDefinition, consumers } from '@debrief/contracts/topology';
import { recordCommands } from '@debrief/database/audit';
import { recordErasure, startErasing, whatIsLeft } from '@debrief/database/erasures';
import { measureJobs } from '@debrief/database/jobs';
import { startLeaseClock } from '@debrief/database/leased-work';
import { startLoop } from '@debrief/database/loop';
import { openDatabase } from '@debrief/database/open-database';
import { measureOutbox } from '@debrief/database/outbox';
import { transaction } from '@debrief/database/pool';
import { runRebuilds } from '@debrief/database/rebuild';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { inBatches } from '@debrief/messaging/in-batches';
import { ownerAway } from '@debrief/messaging/list-facts';
import { jetStreamOutbox } from '@debrief/messaging/outbox';
import { listen } from '@debrief/messaging/publish';
import { serve } from '@debrief/messaging/serve';
import { sweepStreams } from '@debrief/messaging/sweep-streams';
import { exposeJobs, exposeMessaging, exposeOutbox } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { removeOldAudio } from './audio/remove-old-audio.ts';
import { startKeeping } from './audio/start-keeping.ts';
import type { Config } from './config.ts';
import { eraseSubject, isAudioLeft } from './erasures/erase-subject.ts';
import { ingestOperations } from './ingest-operations.ts';
import { rebuildIntegrations } from './integrations/rebuild-integrations.ts';
import { recordIntegration } from './integrations/record-integration.ts';
import { batchProgress } from './pipeline/batch-progress.ts';
import { failRecordings } from './pipeline/fail-recordings.ts';
import { markAnalyzed } from './pipeline/mark-analyzed.ts';
import { recordProgress } from './pipeline/record-progress.ts';
import { exposeQueue } from './queue-metrics.ts';
import { watchStorage } from './quotas/storage-room.ts';
import { endReruns } from './reruns/end-reruns.ts';
import { removeOldTexts } from './retention/remove-old-texts.ts';
import type { Tables } from './tables.ts';
import { fillWords } from './words/fill-words.ts';
import { startSweeping } from './work/start-sweeping.ts';
import { workSettings } from './work/work-settings.ts';

const schema = 'ingest';
const migrations = new URL('../migrations/', import.meta.url);
const PROGRESS_INTERVAL_MS = 250;
/** Between looks for what is older than it is to be kept. */
const RETENTION_MS = 600_000;
const RETENTION_RETRY_MS = 60_000;
/** Changes of many integrations come together. */
const RETENTION_GAP_MS = 1_000;
/** Deliveries of one consumer at once, which are handled in batches: one connection a consumer. */
const CONCURRENT_DELIVERIES = 16;

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const database = await openDatabase<Tables>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    migrations,
    withJobs: true,
    log,
  });
  const { db } = database;
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'ingest',
    log,
    replicas: config.NATS_REPLICAS,
  });

  const relay = database.startOutbox(jetStreamOutbox(messaging));
  const work = workSettings(config);
  const emitted = relay.wake;
  const room = await watchStorage(
    db,
    {
      folder: config.DATABASE_FOLDER,
      freeBytes: config.DATABASE_FREE_BYTES,
      maxBytes: config.DATABASE_MAX_BYTES,
    },
    log,
  );
  const audio = await startKeeping(db, config, { metrics, log });
  const clock = startLeaseClock(db, {
    leaseSeconds: work.leaseSeconds,
    canRenew: () => messaging.ping(),
    log,
  });
  const sweeping = startSweeping({
    db,
    settings: work,
    intervalMs: config.SWEEP_INTERVAL_SECONDS * 1000,
    emitted,
    log,
  });
  const erasing = startErasing<Tables>({
    ...{ db, service: schema, emitted, log },
    erase: eraseSubject(work),
    isLeft: isAudioLeft,
    // For all services: this one may change streams.
    eraseOutside: (erasures) => sweepStreams(messaging, (payload: object) => whatIsLeft(payload, erasures)),
  });
  const retention = startLoop({
    round: async () => {
      const rounds = [
        await removeOldTexts(db, new Date()),
        await removeOldAudio(db, audio.keeping, new Date()),
      ];
      return rounds.includes('more') ? 'more' : 'done';
    },
    idleMs: RETENTION_MS,
    retryMs: RETENTION_RETRY_MS,
    gapMs: RETENTION_GAP_MS,
    onFailure: (error) =>
      log.warn({ err: error }, 'old transcripts and audio could not be removed; retrying'),
  });
  const words = startLoop({
    round: () => fillWords(db),
    idleMs: RETENTION_MS,
    retryMs: RETENTION_RETRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'words of earlier calls could not be stored; retrying'),
  });
  /** `store` returns how many recordings a batch finished. */
  const consumeInBatches = <E extends EventDefinition>(
    consumer: ConsumerDefinition<E>,
    store: (results: readonly PayloadOf<E>[]) => Promise<number>,
  ) => {
    const handle = inBatches<PayloadOf<E>>(async (results) => {
      if ((await store(results)) > 0) emitted();
    }, CONCURRENT_DELIVERIES);
    return consume(messaging, consumer, ({ payload, signal }) => handle(payload, signal), {
      keepRejected: database.keepRejected,
      concurrency: CONCURRENT_DELIVERIES,
    });
  };

  const progress = batchProgress({
    intervalMs: PROGRESS_INTERVAL_MS,
    write: (notices) => recordProgress(db, notices, work.analysisSilenceSeconds),
    onFailure: (error) =>
      log.warn({ err: error }, 'cannot store progress; dropping it until Postgres answers'),
    onRecovery: () => log.info({}, 'storing progress again'),
  });
  const listener = listen(messaging, recordingProgress, progress.add, { queue: 'ingest' });
  const consuming = await Promise.all([
    consumeInBatches(consumers.ingestRecordingAnalyzed, async (results) => {
      await endReruns(db, results);
      return markAnalyzed(db, results);
    }),
    consumeInBatches(consumers.ingestRecordingFailed, (results) =>
      transaction(db, (tx) => failRecordings(tx, results)),
    ),
    consume(
      messaging,
      consumers.ingestIntegrationChanged,
      async ({ payload }) => {
        await recordIntegration(db, payload);
        if (payload.text_days !== null || payload.audio_days !== null) retention.wake();
      },
      {
        keepRejected: database.keepRejected,
      },
    ),
    consume(
      messaging,
      consumers.ingestErasureRequested,
      async ({ payload }) => {
        await recordErasure(db, payload);
        erasing.wake();
      },
      { keepRejected: database.keepRejected },
    ),
  ]);
  const copies = [rebuildIntegrations(messaging)];
  await database.startJobs([runRebuilds(db, schema, { copies, outage: ownerAway, log })], { concurrency: 1 });
  const served = await serve(messaging, {
    service: 'ingest',
    version: '0.1.0',
    handlers: recordCommands(
      db,
      schema,
      ingestOperations({ db, work, room, keeping: audio.keeping, emitted, eraseNow: erasing.wake, log }),
    ),
  });
  exposeQueue(metrics, db);
  exposeOutbox(metrics, () => measureOutbox(db));
  exposeJobs(metrics, () => measureJobs(db, schema));
  exposeMessaging(metrics, () => messaging.stats());

  return {
    get notes() {
      return audio.notes();
    },
    about: async () => ({ kept_audio: audio.about }),
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    async close() {
      await served.close();
      await Promise.all(consuming.map((consumer) => consumer.close()));
      listener.close();
      room.close();
      await progress.close();
      await Promise.all([
        clock.close(),
        sweeping.close(),
        erasing.close(),
        retention.close(),
        words.close(),
        audio.close(),
      ]);
      await database.close();
      await messaging.close();
    },
  };
}
