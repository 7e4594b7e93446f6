import { recordingProgress } from '@debrief/contracts/events/recording';
import { coachingAudit, ownCoachingAudit } from '@debrief/contracts/operations/audit';
import { consumers } from '@debrief/contracts/topology';
import { findAuditEntries, findOwnEntries, recordCommands } from '@debrief/database/audit';
import { recordErasure, startErasing } from '@debrief/database/erasures';
import { measureJobs } from '@debrief/database/jobs';
import { startLeaseClock } from '@debrief/database/leased-work';
import { startLoop } from '@debrief/database/loop';
import { openDatabase } from '@debrief/database/open-database';
import { measureOutbox } from '@debrief/database/outbox';
import { runRebuilds } from '@debrief/database/rebuild';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { handleEach } from '@debrief/messaging/handle-each';
import { ownerAway } from '@debrief/messaging/list-facts';
import { jetStreamOutbox } from '@debrief/messaging/outbox';
import { notify } from '@debrief/messaging/publish';
import { serve } from '@debrief/messaging/serve';
import { exposeJobs, exposeMessaging, exposeOutbox } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import { getAgenda } from './agendas/get-agenda.ts';
import { listAgendas } from './agendas/list-agendas.ts';
import { makeAgenda } from './agendas/make-agenda.ts';
import { recordUserChange } from './agendas/record-user-change.ts';
import { showAgenda } from './agendas/show-agenda.ts';
import { saveDraft, submitAgenda } from './agendas/submit-agenda.ts';
import { summarizeAnswers } from './agendas/summarize-answers.ts';
import { startAnalysisThreads } from './analyses/analysis-threads.ts';
import { workSettings } from './analyses/analysis-work.ts';
import { exposeAnalyses } from './analyses/expose-analyses.ts';
import { getAnalysis, getAnalysisOverview } from './analyses/get-analysis.ts';
import { getQueue } from './analyses/get-queue.ts';
import { listAnalysisFacts } from './analyses/list-analysis-facts.ts';
import { queueAnalysis } from './analyses/queue-analysis.ts';
import { startAnalyses } from './analyses/start-analyses.ts';
import { claimHandlers } from './claims/marked-claims.ts';
import { coachOfRecordings } from './coach-of-recordings.ts';
import type { Config } from './config.ts';
import { makeDigest } from './digests/make-digest.ts';
import { loadRubrics } from './engines/load-rubrics.ts';
import { eraseSubject } from './erasures/erase-subject.ts';
import { recordIntegrationChange } from './integrations/record-integration-change.ts';
import { closePeriod } from './periods/close-period.ts';
import { dueWork } from './periods/due-work.ts';
import { findOwner } from './periods/find-owner.ts';
import { getPeriod } from './periods/get-period.ts';
import { listPeriods } from './periods/list-periods.ts';
import { rebuildHandlers } from './rebuild/rebuild-handlers.ts';
import { rebuildIntegrations } from './rebuild/rebuild-integrations.ts';
import { rebuildUsers } from './rebuild/rebuild-users.ts';
import { removeOldTexts } from './retention/remove-old-texts.ts';
import { rubricHandlers } from './rubrics/rubric-handlers.ts';
import { getSignal } from './signals/get-signal.ts';
import { deleteLeftOut } from './signals/left-out.ts';
import { queueGrown } from './signals/queue-grown.ts';
import { refreshSignal } from './signals/refresh-signal.ts';
import { refreshSignals } from './signals/refresh-signals.ts';
import { showSignal } from './signals/show-signal.ts';
import type { Tables } from './tables.ts';

const schema = 'coaching';
const migrations = new URL('../migrations/', import.meta.url);
/** They are queued in batches, and each may be of hours. */
const TRANSCRIPTS_AT_ONCE = 8;
/** Two copies may be rebuilt at once, for minutes; what takes milliseconds keeps a place beside them. */
const JOBS_AT_ONCE = 3;
const DUE_WORK_MS = 60_000;
const DUE_WORK_RETRY_MS = 5_000;
/** Between looks for texts that are older than they are to be kept. */
const RETENTION_MS = 600_000;
/** Changes of many users or integrations come together. */
const CHANGES_GAP_MS = 1_000;
const GROWN_SPEECH_MS = 5_000;

export async function build(
  { config, log, metrics }: Context<Config>,
  now: () => Date = () => new Date(),
  /** Between looks for periods that are over. */
  dueWorkMs = DUE_WORK_MS,
): Promise<RunningService> {
  const rubricOf = loadRubrics((fault) => log.error(fault, 'a rubric is broken and judges no call'));
  const database = await openDatabase<Tables>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    migrations,
    withJobs: true,
    log,
  });
  const { db, keepRejected } = database;
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'coaching',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const relay = database.startOutbox(jetStreamOutbox(messaging));
  const threads = startAnalysisThreads({ count: config.ANALYSES_AT_ONCE, log });
  const coachOf = await coachOfRecordings(config, db, threads, log);
  const work = workSettings(config);
  const clock = startLeaseClock(db, { leaseSeconds: work.leaseSeconds, log });
  const analyses = startAnalyses({
    db,
    settings: work,
    coachOf,
    rubricOf,
    engines: config.ANALYSES_AT_ONCE,
    intervalMs: config.SWEEP_INTERVAL_SECONDS * 1000,
    reportProgress: (progress) => notify(messaging, recordingProgress, progress),
    emitted: relay.wake,
    log,
  });
  const transcripts = await consume(
    messaging,
    consumers.coachingRecordingTranscribed,
    queueAnalysis(db, { queued: analyses.wake, emitted: relay.wake }),
    { concurrency: TRANSCRIPTS_AT_ONCE, keepRejected },
  );
  const retentionLoop = startLoop({
    round: () => removeOldTexts(db, now()),
    idleMs: RETENTION_MS,
    retryMs: DUE_WORK_MS,
    gapMs: CHANGES_GAP_MS,
    onFailure: (error) => log.warn({ err: error }, 'old texts could not be removed; retrying'),
  });
  const leftOutLoop = startLoop({
    round: () => deleteLeftOut(db),
    idleMs: DUE_WORK_MS,
    retryMs: DUE_WORK_RETRY_MS,
    gapMs: CHANGES_GAP_MS,
    onFailure: (error) => log.warn({ err: error }, 'signals could not be deleted; retrying'),
  });
  const users = await consume(
    messaging,
    consumers.coachingUserChanged,
    async (delivery) => {
      await recordUserChange(db)(delivery);
      if (!delivery.payload.signal) leftOutLoop.wake();
    },
    { keepRejected },
  );
  const integrations = await consume(
    messaging,
    consumers.coachingIntegrationChanged,
    async (delivery) => {
      await recordIntegrationChange(db)(delivery);
      if (!delivery.payload.signals) leftOutLoop.wake();
      if (delivery.payload.text_days !== null) retentionLoop.wake();
    },
    { keepRejected },
  );
  const erasing = startErasing<Tables>({
    ...{ db, service: schema, erase: eraseSubject, emitted: relay.wake, log },
  });
  const erasures = await consume(
    messaging,
    consumers.coachingErasureRequested,
    async ({ payload }) => {
      await recordErasure(db, payload);
      erasing.wake();
    },
    { keepRejected },
  );
  const copies = [rebuildUsers(messaging), rebuildIntegrations(messaging)];
  const coaching = {
    ...{ now, emitted: relay.wake, minCalls: config.AGENDA_MIN_CALLS },
    webAppUrl: config.WEB_APP_URL,
  };
  await database.startJobs(
    [
      runRebuilds(db, schema, { copies, outage: ownerAway, log }),
      makeDigest(db, coaching),
      makeAgenda(db, coaching),
      summarizeAnswers(db, now),
      refreshSignal(db),
    ],
    { concurrency: JOBS_AT_ONCE },
  );
  const dueLoop = startLoop({
    round: async () => {
      const round = await dueWork(db, now(), { graceHours: config.PERIOD_GRACE_HOURS });
      relay.wake();
      return round;
    },
    idleMs: dueWorkMs,
    retryMs: DUE_WORK_RETRY_MS,
    onFailure: (error) => log.warn({ err: error }, 'due periods could not be created; retrying'),
  });
  const grownLoop = startLoop({
    round: () => queueGrown(db),
    idleMs: GROWN_SPEECH_MS,
    retryMs: GROWN_SPEECH_MS,
    onFailure: (error) => log.warn({ err: error }, 'signals cannot be renewed; retrying'),
    onRecovery: () => log.info({}, 'signals are renewed again'),
  });
  const served = await serve(messaging, {
    service: schema,
    version: '0.1.0',
    handlers: recordCommands(db, schema, [
      handleEach(coachingAudit, async ({ input }) => ({
        ok: { data: await findAuditEntries(db, schema, input) },
      })),
      handleEach(ownCoachingAudit, async ({ caller: { integration_id }, input }) => ({
        ok: { data: await findOwnEntries(db, schema, { ...input, integration_id }) },
      })),
      getAnalysis(db),
      getAnalysisOverview(db),
      listAnalysisFacts(db),
      listPeriods(db, now),
      getPeriod(db, now),
      closePeriod(db, now, relay.wake),
      getAgenda(db, config.WEB_APP_URL),
      listAgendas(db, config.WEB_APP_URL),
      showAgenda(db, config.WEB_APP_URL),
      submitAgenda(db, coaching),
      saveDraft(db, coaching),
      findOwner(db),
      getSignal(db, log),
      showSignal(db),
      refreshSignals(db),
      getQueue(db),
      ...rubricHandlers(db, threads),
      ...claimHandlers(db),
      ...rebuildHandlers(db),
    ]),
  });
  exposeAnalyses(metrics, db);
  exposeOutbox(metrics, () => measureOutbox(db));
  exposeJobs(metrics, () => measureJobs(db, schema));
  exposeMessaging(metrics, () => messaging.stats());
  return {
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    close: async () => {
      const consuming = [transcripts, users, integrations, erasures, erasing];
      await Promise.all(
        [analyses, served, dueLoop, grownLoop, leftOutLoop, retentionLoop, ...consuming].map((part) =>
          part.close(),
        ),
      );
      await Promise.all([clock.close(), threads.close()]);
      await database.close();
      await messaging.close();
    },
  };
}
