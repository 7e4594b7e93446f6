import { createDatabase } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { createMetrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import t from 'tap';
import { exposeQueue } from '../src/queue-metrics.ts';
import type { Tables } from '../src/tables.ts';
import { change, ended, ingestDatabase, submitted, tenant } from './fixtures/ingest-database.ts';
import { workerOf } from './fixtures/work.ts';

t.test('each state, its oldest recording and what is blocked are measured at each scrape', async (t) => {
  const { db } = await ingestDatabase(t);
  const worker = workerOf(db);
  const metrics = createMetrics('ingest');
  exposeQueue(metrics, db);
  const value = async (name: string, label = '') => {
    const exposed = await metrics.registry.metrics();
    const line = new RegExp(`^debrief_${name}\\{${label}${label && ','}service="ingest"\\} (.+)$`, 'm');
    return Number(line.exec(exposed)?.[1]);
  };
  for (const state of ['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING']) {
    t.equal(await value('recordings', `state="${state}"`), 0);
    t.equal(await value('oldest_recording_seconds', `state="${state}"`), 0);
  }

  const callers = [tenant(), tenant()];
  for (const caller of callers) for (let index = 0; index < 3; index += 1) await submitted(db, caller);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const [one, two, three] = (await worker.claim({ places: 3 })).map(({ recording }) => recording);
  if (!one || !two || !three) throw new Error('they were claimed');
  await worker.renew(one);
  await worker.finish(two);
  await worker.release(three, 'wait');
  await db.updateTable('recordings').set({ queued_at: hourAgo }).where('status', '=', 'QUEUED').execute();
  await db
    .updateTable('recordings')
    .set({ transcribed_at: sql`(select at from lease_clock) - interval '1 hour'` })
    .where('status', '=', 'ANALYZING')
    .execute();
  await change(db, await submitted(db, tenant()), ended.completed);
  const expected = { QUEUED: 4, DOWNLOADING: 0, TRANSCRIBING: 1, ANALYZING: 1 };
  for (const [state, count] of Object.entries(expected))
    t.equal(await value('recordings', `state="${state}"`), count);
  for (const state of ['QUEUED', 'ANALYZING'])
    t.ok((await value('oldest_recording_seconds', `state="${state}"`)) >= 3600);
  t.ok((await value('oldest_recording_seconds', 'state="TRANSCRIBING"')) < 3600);
  t.equal(await value('recordings_stuck', 'waits_for="engine_unavailable"'), 1);
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
  t.match(exposed, /debrief_recordings\{state="QUEUED",service="ingest"\} Nan/i);
  t.match(exposed, /process_cpu_seconds_total/);
});
