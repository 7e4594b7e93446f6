import { agendaReady } from '@debrief/contracts/events/coaching';
import type { Cadence } from '@debrief/contracts/resources/access';
import type { GenerationStatus } from '@debrief/contracts/resources/coaching-agenda';
import { handleJob, type JobHandler, Postpone } from '@debrief/database/jobs';
import { isDatabaseOutage } from '@debrief/database/outage';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import { beginReading, refuseOlderThanErasure } from '../erasures/reading-calls.ts';
import { listCalls, measurePeriod, splitCalls } from '../facts/list-calls.ts';
import { agendaJob } from '../jobs.ts';
import { longBefore, periodBefore } from '../periods/calendar.ts';
import type { Db, Tables } from '../tables.ts';
import { type ComposedAgenda, composeAgenda } from './compose-agenda.ts';
import { findAgenda } from './find-agenda.ts';
import type { LastAgenda } from './follow-up.ts';

export interface AgendaDeps {
  readonly now: () => Date;
  readonly emitted: () => void;
  /** Analysed calls below which an agent gets no agenda. */
  readonly minCalls: number;
  /** Address that agenda links lead to. */
  readonly webAppUrl: string;
}

type Made = ({ status: 'ready' } & ComposedAgenda) | { status: 'not_eligible' };

interface DueAgenda {
  id: string;
  integration_id: string;
  period_id: string;
  user_id: string | null;
  external_user_id: string;
  cadence: Cadence;
  period_start: string;
  period_end: string;
  review_period_end: string;
}

/** Makes a queued agenda ready or says that it cannot be; after its last attempt it is failed. */
export function makeAgenda(db: Db, deps: AgendaDeps): JobHandler {
  return handleJob(agendaJob, async ({ integration_id, agenda_id }, { attempt }) => {
    const agenda = await begin(db, { integration_id, agenda_id, now: deps.now() });
    if (agenda === undefined) return;
    try {
      const begun = await beginReading(db);
      await store(db, agenda, await make(db, agenda, deps.minCalls), { ...deps, begun });
    } catch (error) {
      if (isDatabaseOutage(error)) throw new Postpone('Postgres is away', { cause: error });
      if (attempt >= agendaJob.maxAttempts)
        await setStatus(db, agenda, { generation_status: 'failed' }, deps.now());
      throw error;
    }
    deps.emitted();
  });
}

async function begin(
  db: Db,
  { integration_id, agenda_id, now }: { integration_id: string; agenda_id: string; now: Date },
): Promise<DueAgenda | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('agendas')
    .set({ generation_status: 'processing', updated_date: now.toISOString() })
    .where('integration_id', '=', integration_id)
    .where('id', '=', agenda_id)
    .where('generation_status', 'in', ['queued', 'processing'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return undefined;
  return db
    .selectFrom('agendas as a')
    .innerJoin('periods as p', (join) =>
      join.onRef('p.integration_id', '=', 'a.integration_id').onRef('p.id', '=', 'a.period_id'),
    )
    .select(['a.id', 'a.integration_id', 'a.period_id', 'a.user_id', 'a.external_user_id'])
    .select(['p.cadence', 'p.period_start', 'p.period_end', 'p.review_period_end'])
    .where('a.integration_id', '=', integration_id)
    .where('a.id', '=', agenda_id)
    .executeTakeFirst();
}

async function make(db: Db, agenda: DueAgenda, minCalls: number): Promise<Made> {
  const { integration_id, user_id, cadence, period_start: start, period_end: end } = agenda;
  // The agent was removed in the meantime.
  if (user_id === null) return { status: 'not_eligible' };
  const days = { start, end };
  const daysBefore = periodBefore(cadence, days);
  const all = await listCalls(db, { integration_id, user_id, start: longBefore(cadence, days), end });
  const { calls, callsBefore, callsEarlier } = splitCalls(all, days, daysBefore);
  if (calls.length < minCalls) return { status: 'not_eligible' };
  const none = { calls: 0, rated: 0, average_rating: null };
  const now = await measurePeriod(db, { integration_id, ...days });
  const before = await measurePeriod(db, { integration_id, ...daysBefore });
  const made = composeAgenda({
    ...{ cadence, calls, callsBefore, callsEarlier, ...days },
    now: now.agents.get(user_id) ?? none,
    before: before.agents.get(user_id) ?? none,
    last: await lastAgenda(db, agenda, user_id),
  });
  return made === null ? { status: 'not_eligible' } : { status: 'ready', ...made };
}

/** The newest of an earlier period of the same cadence; one of another cadence looks at other calls. */
async function lastAgenda(db: Db, agenda: DueAgenda, userId: string): Promise<LastAgenda | null> {
  const row = await db
    .selectFrom('agendas as a')
    .innerJoin('periods as p', (join) =>
      join.onRef('p.integration_id', '=', 'a.integration_id').onRef('p.id', '=', 'a.period_id'),
    )
    .select(['p.cadence', 'p.period_start', 'a.title', 'a.content', 'a.answers'])
    .where('a.integration_id', '=', agenda.integration_id)
    .where('a.user_id', '=', userId)
    .where('a.generation_status', '=', 'ready')
    .where('p.cadence', '=', agenda.cadence)
    .where('p.period_start', '<', agenda.period_start)
    .orderBy('p.period_start', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.content === null) return null;
  return { ...row, title: row.title ?? '', content: row.content };
}

async function store(
  db: Db,
  agenda: DueAgenda,
  made: Made,
  deps: Pick<AgendaDeps, 'now' | 'webAppUrl'> & { begun: string },
): Promise<void> {
  const now = deps.now();
  if (made.status === 'not_eligible') {
    await setStatus(db, agenda, { generation_status: 'not_eligible' }, now);
    return;
  }
  const { titles, content } = made;
  const { integration_id, period_id, id, user_id, external_user_id, review_period_end } = agenda;
  await transaction(db, async function storeAgenda(tx) {
    await refuseOlderThanErasure(tx, integration_id, deps.begun);
    const title = await ownTitle(tx, agenda, titles);
    const ready = { generation_status: 'ready' as const, title, content: JSON.stringify(content) };
    if (!(await setStatus(tx, agenda, ready, now))) return;
    const agenda_url = (await findAgenda(tx, { integration_id }, id, deps.webAppUrl))?.agenda_url ?? null;
    const payload = { integration_id, period_id, agenda_id: id, user_id, external_user_id, agenda_url };
    await appendToOutbox(tx, [
      {
        ...{ subject: agendaReady.subject, messageId: `${id}:ready` },
        payload: { ...payload, title, review_period_end },
      },
    ]);
  });
}

/** The first of the titles that no other agenda of the period has; numbered where others have them all. */
async function ownTitle(
  tx: Tx<Tables>,
  { integration_id, period_id, id }: DueAgenda,
  titles: ComposedAgenda['titles'],
): Promise<string> {
  // Two agendas of a period do not look for a title at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${period_id}::text, 0))`.execute(tx);
  const others = await tx
    .selectFrom('agendas')
    .select('title')
    .where('integration_id', '=', integration_id)
    .where('period_id', '=', period_id)
    .where('id', '<>', id)
    .execute();
  const taken = new Set(others.map(({ title }) => title));
  const free = titles.find((title) => !taken.has(title));
  if (free !== undefined) return free;
  const last = titles.at(-1) ?? titles[0];
  let number = 2;
  while (taken.has(`${last} (${number})`)) number++;
  return `${last} (${number})`;
}

interface Ended {
  generation_status: GenerationStatus;
  title?: string;
  content?: string;
}

/** @returns false when another run has ended it. */
async function setStatus(
  db: Db,
  { integration_id, id }: DueAgenda,
  ended: Ended,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agendas')
    .set({ ...ended, updated_date: now.toISOString() })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where('generation_status', '=', 'processing')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
