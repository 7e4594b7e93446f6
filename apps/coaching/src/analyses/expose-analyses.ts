import { exposeGauges, type Metrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import type { Db } from '../tables.ts';

/** Counting ends here, so that a scrape costs the same however long the queue is. */
const COUNTED_TO = 50_000;

const gauges = {
  debrief_analyses_waiting: 'Transcripts that wait for their analysis',
  debrief_analyses_running: 'Analyses that replicas have claimed',
  debrief_analyses_stuck: 'Of those that wait, how many are to be tried again after a failure',
  debrief_oldest_analysis_seconds: 'Age of the transcript that has waited longest for its analysis',
};

/** Gauges of the queue of analyses, read at each scrape. */
export function exposeAnalyses(metrics: Metrics, db: Db): void {
  exposeGauges(metrics, gauges, () => measure(db));
}

async function measure(db: Db): Promise<Record<keyof typeof gauges, number>> {
  const { rows } = await sql<Record<keyof typeof gauges, number>>`
    with waiting as (
      select waits_for from analyses_due where claimed_at is null limit ${COUNTED_TO}
    )
    select (select count(*) from waiting)::integer as debrief_analyses_waiting,
      (select count(*) from analyses_due where claimed_at is not null)::integer as debrief_analyses_running,
      (select count(*) from waiting where waits_for is not null)::integer as debrief_analyses_stuck,
      (
        select coalesce(extract(epoch from clock_timestamp() - min(queued_at)), 0)::float8 from analyses_due
      ) as debrief_oldest_analysis_seconds
  `.execute(db);
  return rows[0] as Record<keyof typeof gauges, number>;
}
