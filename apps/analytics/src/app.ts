import { consumers } from '@debrief/contracts/topology';
import { measureJobs } from '@debrief/database/jobs';
import { openDatabase } from '@debrief/database/open-database';
import { runRebuilds } from '@debrief/database/rebuild';
import { connect } from '@debrief/messaging/connection';
import { consume } from '@debrief/messaging/consume';
import { ownerAway } from '@debrief/messaging/list-facts';
import { serve } from '@debrief/messaging/serve';
import { exposeConsumers, exposeJobs } from '@debrief/service-kit/metrics';
import type { Context, RunningService } from '@debrief/service-kit/run';
import type { Config } from './config.ts';
import { getMetrics } from './metrics/get-metrics.ts';
import { rebuildAgents } from './rebuild/rebuild-agents.ts';
import { rebuildCalls } from './rebuild/rebuild-calls.ts';
import { rebuildHandlers } from './rebuild/rebuild-handlers.ts';
import { recordAgent } from './record-agent.ts';
import { recordAnalyzed, recordAttempts, recordCompleted, recordFailed } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** Deliveries of one consumer at once. */
const EVENTS_AT_ONCE = 8;

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
    name: schema,
    log,
    replicas: config.NATS_REPLICAS,
  });
  const { db } = database;
  const options = { concurrency: EVENTS_AT_ONCE, keepRejected: database.keepRejected };
  const consuming = await Promise.all([
    consume(
      messaging,
      consumers.analyticsRecordingSubmitted,
      ({ payload }) => recordAttempts(db, payload.recordings),
      options,
    ),
    consume(
      messaging,
      consumers.analyticsRecordingAnalyzed,
      ({ payload: { recording, rating, outcomes, objections, conversation } }) =>
        recordAnalyzed(db, recording, { rating, outcomes, objections, conversation }),
      options,
    ),
    consume(
      messaging,
      consumers.analyticsRecordingCompleted,
      ({ payload }) => recordCompleted(db, payload.recording),
      options,
    ),
    consume(
      messaging,
      consumers.analyticsRecordingFailed,
      ({ payload }) => recordFailed(db, payload.recording, payload.error.code),
      options,
    ),
    consume(messaging, consumers.analyticsUserChanged, ({ payload }) => recordAgent(db, payload), options),
  ]);
  const copies = [rebuildCalls(messaging), rebuildAgents(messaging)];
  await database.startJobs([runRebuilds(db, schema, { copies, outage: ownerAway, log })], { concurrency: 1 });
  const handlers = [getMetrics(db), ...rebuildHandlers(db)];
  const served = await serve(messaging, { service: schema, version: '0.1.0', handlers });
  exposeJobs(metrics, () => measureJobs(db, schema));
  exposeConsumers(metrics, () => messaging.stats());
  return {
    checks: { postgres: () => database.check(), nats: () => messaging.check() },
    close: async () => {
      await served.close();
      await Promise.all(consuming.map((consumer) => consumer.close()));
      await messaging.close();
      await database.close();
    },
  };
}
