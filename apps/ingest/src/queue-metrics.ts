import { leaseNow } from '@debrief/database/leased-work';
import type { Metrics } from '@debrief/service-kit/metrics';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { openIntegrations } from './recordings/recording-lookup.ts';
import type { Db } from './tables.ts';

/** Counting ends here, so that a scrape costs the same however long a queue is. */
const COUNTED_TO = 50_000;
const STATES = ['QUEUED', 'DOWNLOADING', 'TRANSCRIBING', 'ANALYZING'] as const;

interface Reading {
  states: { state: string; recordings: number; oldest_seconds: number }[];
  stuck: { waits_for: string; recordings: number }[];
}
/** While Postgres does not answer: the gauges are NaN, not stale, and the other metrics are still exposed. */
const unknown: Reading = {
  states: STATES.map((state) => ({ state, recordings: Number.NaN, oldest_seconds: Number.NaN })),
  stuck: [],
};

/** Gauges of the queue, read at each scrape; partial indexes keep that cheap. */
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
  function gauge<L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    values: (reading: Reading) => { labels: Record<L, string>; value: number }[],
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const measured = values(await read());
        this.reset();
        for (const { labels, value } of measured) this.set(labels, value);
      },
    });
  }
  gauge('debrief_recordings', 'Unfinished recordings by state', ['state'], ({ states }) =>
    states.map(({ state, recordings }) => ({ labels: { state }, value: recordings })),
  );
  gauge(
    'debrief_oldest_recording_seconds',
    'How long the first of the recordings in a state has been in it',
    ['state'],
    ({ states }) => states.map(({ state, oldest_seconds }) => ({ labels: { state }, value: oldest_seconds })),
  );
  gauge(
    'debrief_recordings_stuck',
    'QUEUED recordings that something keeps from going on, by what it is',
    ['waits_for'],
    ({ stuck }) => stuck.map(({ waits_for, recordings }) => ({ labels: { waits_for }, value: recordings })),
  );
}

async function measure(db: Db): Promise<Reading> {
  const [states, stuck] = await Promise.all([measureStates(db), measureStuck(db)]);
  return { states, stuck };
}

/** States without a claim, and the predicates of their indexes. */
const resting = {
  QUEUED: {
    isIn: sql`r.claimed_at is null and r.transcribed_at is null and r.finished_at is null`,
    since: sql.ref('r.queued_at'),
    now: sql`clock_timestamp()`,
  },
  ANALYZING: {
    isIn: sql`r.transcribed_at is not null and r.finished_at is null`,
    since: sql.ref('r.transcribed_at'),
    now: leaseNow,
  },
};

async function measureStates(db: Db): Promise<Reading['states']> {
  const ofResting = Object.entries(resting).map(
    ([state, { isIn, since, now }]) => sql`
      select ${state}::text as state,
        (select count(*) from (select from recordings r where ${isIn} limit ${COUNTED_TO}) counted) as recordings,
        ${now} - (
          select min(first.since) from integration, lateral (
            select ${since} as since from recordings r
            where r.integration_id = integration.integration_id and ${isIn}
            order by ${since} limit 1
          ) first
        ) as age
    `,
  );
  const { rows } = await sql<Reading['states'][number]>`
    with recursive ${openIntegrations},
    measured as (
      ${sql.join(ofResting, sql` union all `)}
      union all
      select r.status, count(*), clock_timestamp() - min(r.status_since) from recordings r where r.claimed_at is not null group by r.status
    )
    select known.state, coalesce(measured.recordings, 0)::integer as recordings,
      coalesce(extract(epoch from measured.age), 0)::float8 as oldest_seconds
    from unnest(${STATES}::text[]) as known (state) left join measured on measured.state = known.state
  `.execute(db);
  return rows;
}

async function measureStuck(db: Db): Promise<Reading['stuck']> {
  const { rows } = await sql<Reading['stuck'][number]>`
    select waits_for, count(*)::integer as recordings from (
      select waits_for from recordings
      where claimed_at is null and waits_for is not null and transcribed_at is null and finished_at is null
      order by waiting_since limit ${COUNTED_TO}
    ) stuck
    group by waits_for
  `.execute(db);
  return rows;
}
