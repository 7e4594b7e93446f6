import type { ListQuestion, ListScene } from '@debrief/database/list-scene';
import { type Kysely, sql } from 'kysely';
import { listAgendas } from '../src/agendas/list-agendas.ts';
import { listPeriods } from '../src/periods/list-periods.ts';
import type { Tables } from '../src/tables.ts';

const PERIODS = 200;
const uuidOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const missing = uuidOf(0xffffffffff);
const questionsOf =
  (list: string) =>
  (filters: string, input: object): ListQuestion => ({ list, filters, input, reach: 'page' });
const agendas = questionsOf('agendas');
const periods = questionsOf('periods');

/** The agendas of 200 periods. One in 1,000 failed, and of the last period all are queued. */
export const reviewLists: ListScene<Tables> = {
  schema: 'coaching',
  migrations: new URL('../migrations/', import.meta.url),
  withJobs: true,
  tables: { agendas: 'agendas', periods: 'periods' },
  questions: [
    agendas('none', {}),
    agendas('period_id', { period_id: uuidOf(7) }),
    agendas('generation_status not_eligible', { generation_status: 'not_eligible' }),
    agendas('generation_status failed', { generation_status: 'failed' }),
    agendas('generation_status queued, only late', { generation_status: 'queued' }),
    agendas('generation_status processing, none', { generation_status: 'processing' }),
    agendas('user_id', { user_id: uuidOf(7) }),
    agendas('user_id, none', { user_id: missing }),
    agendas('external_user_id', { external_user_id: 'agent-7' }),
    agendas('external_user_id, none', { external_user_id: 'nobody' }),
    agendas('period_id, generation_status failed', { period_id: uuidOf(7), generation_status: 'failed' }),
    agendas('period_id, generation_status, none', { period_id: uuidOf(7), generation_status: 'queued' }),
    agendas('period_id, user_id', { period_id: uuidOf(7), user_id: uuidOf(7) }),
    agendas('user_id, generation_status failed', { user_id: uuidOf(7), generation_status: 'failed' }),
    periods('none', {}),
    periods('cadence', { cadence: 'weekly' }),
    periods('cadence, none', { cadence: 'monthly' }),
  ],
  fill: fillAgendas,
  async ask(db, { tenant, question: { list, input }, page }) {
    const caller = {
      access: 'read-only',
      organization_id: tenant,
      integration_id: tenant,
      request_id: 'lists',
    } as const;
    const { handler } =
      list === 'agendas' ? listAgendas(db, 'http://localhost') : listPeriods(db, () => new Date());
    await handler([{ caller, input: { ...page, ...input } }] as never);
  },
};

/** As many periods as agendas, of which the first 200 have some. */
async function fillAgendas(db: Kysely<Tables>, { tenant, rows }: { tenant: string; rows: number }) {
  const uuid = (number: ReturnType<typeof sql>) =>
    sql`('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  await sql`
    insert into periods (integration_id, id, cadence, period_start, period_end, review_period_end, created_date)
    select ${tenant}::uuid, ${uuid(sql`n`)}, 'weekly', day, day, day,
      timestamptz '2026-09-01Z' + n * (interval '90 days' / ${rows}::integer)
    from generate_series(0, ${rows}::integer - 1) n
    cross join lateral (select date '2026-01-01' + n) of (day)
  `.execute(db);
  await sql`
    insert into agendas (integration_id, id, period_id, user_id, external_user_id, generation_status, created_date)
    select ${tenant}::uuid, uuidv7(), ${uuid(sql`n % ${sql.lit(PERIODS)}`)}, ${uuid(sql`n / ${sql.lit(PERIODS)}`)},
      'agent-' || n / ${sql.lit(PERIODS)},
      case when n % ${sql.lit(PERIODS)} = ${sql.lit(PERIODS - 1)} then 'queued' when n % 1000 = 7 then 'failed' else 'not_eligible' end,
      timestamptz '2026-09-01Z' + n * (interval '90 days' / ${rows}::integer)
    from generate_series(0, ${rows}::integer - 1) n
  `.execute(db);
}
