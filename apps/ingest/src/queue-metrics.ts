import { exposeGauges, type Metrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import type { Db } from './tables.ts';

const gauges = {
  debrief_recordings_waiting: 'Recordings that wait for a place in flight',
  debrief_recordings_in_flight: 'Recordings in processing',
  debrief_oldest_recording_seconds: 'Age of the recording that has been unfinished longest',
};
type Reading = Record<keyof typeof gauges, number>;

/** Gauges of the queue, read at each scrape; partial indexes keep that cheap. */
export function exposeQueue(metrics: Metrics, db: Db): void {
  exposeGauges(metrics, gauges, async () => {
    const { rows } = await sql<Reading>`
      with waiting as (
        select count(*)::integer as recordings, min(queued_at) as oldest from recordings
        where released_at is null and finished_at is null
      ),
      in_flight as (
        select count(*)::integer as recordings, min(queued_at) as oldest from recordings
        where released_at is not null and finished_at is null
      )
      select waiting.recordings as debrief_recordings_waiting,
        in_flight.recordings as debrief_recordings_in_flight,
        coalesce(extract(epoch from now() - least(waiting.oldest, in_flight.oldest)), 0)::double precision
          as debrief_oldest_recording_seconds
      from waiting, in_flight`.execute(db);
    return rows[0] as Reading;
  });
}
