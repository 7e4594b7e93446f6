import { createDatabase } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import t from 'tap';
import { leaseFor } from '../src/dispatch/dispatch-settings.ts';
import { releaseRecordings } from '../src/dispatch/release-recordings.ts';
import { exposeQueue } from '../src/queue-metrics.ts';
import type { Tables } from '../src/tables.ts';
import { change, ended, ingestDatabase, submitted, tenant } from './fixtures/ingest-database.ts';

t.test('the queue and its oldest recording are measured at each scrape', async (t) => {
  const { db } = await ingestDatabase(t);
  const metrics = createMetrics('ingest');
  exposeQueue(metrics, db);
  const value = async (name: string) => {
    const exposed = await metrics.registry.metrics();
    return Number(new RegExp(`^debrief_${name}\\{service="ingest"\\} (.+)$`, 'm').exec(exposed)?.[1]);
  };
  t.equal(await value('recordings_waiting'), 0);

  const caller = tenant();
  const rows = [await submitted(db, caller), await submitted(db, caller), await submitted(db, caller)];
  const [finished, old] = rows;
  if (finished) await change(db, finished, ended.completed);
  if (old) await change(db, old, { queued_at: new Date(Date.now() - 3_600_000).toISOString() });
  await releaseRecordings(db, {
    inFlightPerIntegration: 1,
    maxAttempts: 3,
    batchSize: 10,
    transcriptBatchSize: 1,
    queuedLease: leaseFor(60),
  });
  t.equal(await value('recordings_waiting'), 1);
  t.equal(await value('recordings_in_flight'), 1);
  t.ok((await value('oldest_recording_seconds')) >= 3600);
});

t.test('without Postgres the gauges are NaN, and the rest is still exposed', async (t) => {
  const metrics = createMetrics('ingest');
  const nowhere = createDatabase<Tables>({
    url: 'postgres://nobody@127.0.0.1:1/none',
    schema: 'ingest',
    poolSize: 1,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  t.teardown(() => nowhere.close());
  exposeQueue(metrics, nowhere.kysely);
  const exposed = await metrics.registry.metrics();
  t.match(exposed, /debrief_recordings_waiting\{service="ingest"\} Nan/i);
  t.match(exposed, /process_cpu_seconds_total/);
});
