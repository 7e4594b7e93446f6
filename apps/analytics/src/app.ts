import type { EventDefinition, PayloadOf } from '@debrief/contracts/define';
import { analyticsAudit, ownAnalyticsAudit } from '@debrief/contracts/operations/audit';
import { type ConsumerDefinition, consumers } from '@debrief/contracts/topology';
import { findAuditEntries, findOwnEntries, recordCommands } from '@debrief/database/audit';
import { recordErasure, startErasing } from '@debrief/database/erasures';
import { measureJobs } from '@debrief/database/jobs';
import { openDatabase } from '@debrief/database/open-database';
import { measureOutbox } from '@debrief/database/outbox';
import { runRebuilds } from '@debrief/database/rebuild';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { handleEach } from '@debrief/messaging/handle-each';
import { inBatches } from '@debrief/messaging/in-batches';
import { ownerAway } from '@debrief/messaging/list-facts';
import { jetStreamOutbox } from '@debrief/messaging/outbox';
import { serve } from '@debrief/messaging/serve';
import { exposeJobs, exposeMessaging, exposeOutbox } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import type { Config } from './config.ts';
import { eraseSubject } from './erasures/erase-subject.ts';
import { getMetrics, showMetrics } from './metrics/get-metrics.ts';
import { listCountedCalls } from './metrics/list-counted-calls.ts';
import { rebuildAgents } from './rebuild/rebuild-agents.ts';
import { rebuildCalls } from './rebuild/rebuild-calls.ts';
import { rebuildHandlers } from './rebuild/rebuild-handlers.ts';
import { recordAgent } from './record-agent.ts';
import { recordAnalyzed, recordAttempts, recordCompleted, recordFailed } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** Deliveries of one consumer at once. */
const EVENTS_AT_ONCE = 16;

export async function build({ config, log, metrics }: Context<Config>): Promise<RunningService> {
  const schema = 'analytics';
  const database = await openDatabase<Tables>({
    url: config.DATABASE_URL,
    schema,
    poolSize: config.DATABASE_POOL_SIZE,
    migrations: new URL('../migrations/', import.meta.url),
    withJobs: true,
    log,
  });
  const messaging = await connect({
    url: config.NATS_URL,
    user: 'analytics',
    log,
    replicas: config.NATS_REPLICAS,
  });
  const { db } = database;
  const { keepRejected } = database;
  const options = { concurrency: EVENTS_AT_ONCE, keepRejected };
  const relay = database.startOutbox(jetStreamOutbox(messaging));
  const erasing = startErasing<Tables>({
    ...{ db, service: schema, erase: eraseSubject, emitted: relay.wake, log },
  });
  /** The more events there are, the fewer statements it takes. */
  const consumeInBatches = <E extends EventDefinition>(
    consumer: ConsumerDefinition<E>,
    record: (events: readonly PayloadOf<E>[]) => Promise<void>,
  ) => {
    const handle = inBatches(record, EVENTS_AT_ONCE);
    return consume(messaging, consumer, ({ payload, signal }) => handle(payload, signal), options);
  };
  const consuming = await Promise.all([
    consumeInBatches(consumers.analyticsRecordingSubmitted, (events) =>
      recordAttempts(
        db,
        events.flatMap(({ recordings }) => recordings),
      ),
    ),
    consumeInBatches(consumers.analyticsRecordingAnalyzed, (events) => recordAnalyzed(db, events)),
    consumeInBatches(consumers.analyticsRecordingCompleted, (events) =>
      recordCompleted(
        db,
        events.map(({ recording }) => recording),
      ),
    ),
    consumeInBatches(consumers.analyticsRecordingFailed, (events) => recordFailed(db, events)),
    consume(messaging, consumers.analyticsUserChanged, ({ payload }) => recordAgent(db, payload), options),
    consume(
      messaging,
      consumers.analyticsErasureRequested,
      async ({ payload }) => {
        await recordErasure(db, payload);
        erasing.wake();
      },
      options,
    ),
  ]);
  const copies = [rebuildCalls(messaging), rebuildAgents(messaging)];
  await database.startJobs([runRebuilds(db, schema, { copies, outage: ownerAway, log })], { concurrency: 1 });
  const handlers = recordCommands(db, schema, [
    handleEach(analyticsAudit, async ({ input }) => ({
      ok: { data: await findAuditEntries(db, schema, input) },
    })),
    handleEach(ownAnalyticsAudit, async ({ caller: { integration_id }, input }) => ({
      ok: { data: await findOwnEntries(db, schema, { ...input, integration_id }) },
    })),
    ...[getMetrics(db), listCountedCalls(db), showMetrics(db), ...rebuildHandlers(db)],
  ]);
  const served = await serve(messaging, { service: schema, version: '0.1.0', handlers });
  exposeOutbox(metrics, () => measureOutbox(db));
  exposeJobs(metrics, () => measureJobs(db, schema));
  exposeMessaging(metrics, () => messaging.stats());
  return {
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    close: async () => {
      await served.close();
      await Promise.all([...consuming, erasing].map((part) => part.close()));
      await database.close();
      await messaging.close();
    },
  };
}
