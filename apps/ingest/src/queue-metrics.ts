import type { Metrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db } from './tables.ts';

interface Depth {
  waiting: number;
  in_flight: number;
  oldest_seconds: number;
}

/** What the queue looks like when Prometheus asks; the two partial indexes answer it. */
export function exposeQueue(metrics: Metrics, db: Db): void {
  const oldest = new Gauge({
    name: 'debrief_oldest_recording_seconds',
    help: 'Age of the recording that has been unfinished longest',
    registers: [],
  });
  const recordings = new Gauge({
    name: 'debrief_recordings',
    help: 'Unfinished recordings: waiting for a place, or in flight',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const depth = await queueDepth(db).catch(() => null);
      if (depth === null) {
        // No value rather than an old one, and the other metrics still answer while Postgres is away.
        this.reset();
        oldest.set(Number.NaN);
        return;
      }
      this.set({ state: 'waiting' }, depth.waiting);
      this.set({ state: 'in_flight' }, depth.in_flight);
      oldest.set(depth.oldest_seconds);
    },
  });
  metrics.registry.registerMetric(recordings);
  metrics.registry.registerMetric(oldest);
}

async function queueDepth(db: Db): Promise<Depth> {
  const { rows } = await sql<Depth>`
    with queue as (
      select count(*)::integer as recordings, min(queued_at) as oldest from recordings
      where released_at is null and finished_at is null
    ),
    in_flight as (
      select count(*)::integer as recordings, min(queued_at) as oldest from recordings
      where released_at is not null and finished_at is null
    )
    select queue.recordings as waiting, in_flight.recordings as in_flight,
      coalesce(extract(epoch from now() - least(queue.oldest, in_flight.oldest)), 0)::double precision
        as oldest_seconds
    from queue, in_flight
  `.execute(db);
  return rows[0] as Depth;
}
