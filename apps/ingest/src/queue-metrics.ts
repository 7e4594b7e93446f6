import { measureOutbox } from '@debrief/database/outbox';
import type { Metrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db } from './tables.ts';

/** While Postgres does not answer: no number rather than an old one, and the other metrics are still exposed. */
const unknown = {
  waiting: Number.NaN,
  inFlight: Number.NaN,
  oldestSeconds: Number.NaN,
  outbox: { waiting: Number.NaN, oldestSeconds: Number.NaN },
};
type Reading = typeof unknown;

/** Gauges of the queue and the outbox, read at each scrape; partial indexes keep that cheap. */
export function exposeQueue({ registry }: Metrics, db: Db): void {
  let reading: Promise<Reading> | null = null;
  /** The gauges of one scrape share one reading. */
  const read = () => {
    reading ??= measure(db)
      .catch(() => unknown)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const gauge = (name: string, help: string, value: (reading: Reading) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(value(await read()));
      },
    });
  gauge('debrief_recordings_waiting', 'Recordings that wait for a place in flight', ({ waiting }) => waiting);
  gauge('debrief_recordings_in_flight', 'Recordings in processing', ({ inFlight }) => inFlight);
  gauge(
    'debrief_oldest_recording_seconds',
    'Age of the recording that has been unfinished longest',
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge('debrief_outbox_waiting', 'Events that wait to be published', ({ outbox }) => outbox.waiting);
  gauge(
    'debrief_outbox_oldest_seconds',
    'Age of the oldest event that waits to be published',
    ({ outbox }) => outbox.oldestSeconds,
  );
}

async function measure(db: Db): Promise<Reading> {
  const { rows } = await sql<Omit<Reading, 'outbox'>>`
    with waiting as (
      select count(*)::integer as recordings, min(queued_at) as oldest from recordings
      where released_at is null and finished_at is null
    ),
    in_flight as (
      select count(*)::integer as recordings, min(queued_at) as oldest from recordings
      where released_at is not null and finished_at is null
    )
    select waiting.recordings as waiting, in_flight.recordings as "inFlight",
      coalesce(extract(epoch from now() - least(waiting.oldest, in_flight.oldest)), 0)::double precision
        as "oldestSeconds"
    from waiting, in_flight
  `.execute(db);
  return { ...(rows[0] ?? unknown), outbox: await measureOutbox(db) };
}
