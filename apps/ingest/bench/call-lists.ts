import type { ListQuestion, ListScene } from '@debrief/database/list-scene';
import { type Kysely, sql } from 'kysely';
import { listCallOverviews, listCalls } from '../src/calls/list-calls.ts';
import type { Tables } from '../src/tables.ts';

const uuidOf = (number: number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const missing = uuidOf(0xffffffffff);
const question = (filters: string, input: object): ListQuestion => ({
  list: 'calls',
  filters,
  input,
  reach: 'page',
});

/** Common words are said in every call, `seldom` in one in 5,000, `first` in the first hundredth. */
const searched = (filters: string, words: string, input: object = {}): ListQuestion => ({
  list: 'calls',
  filters: `words, ${filters}`,
  input: { words, ...input },
  reach: 'search',
});

/**
 * One in 200 calls is agent 7's, one in 5,000 contact 7's. Four stages share nearly all calls; `rare` has one in 5,000,
 * `old` the first hundredth, which took place a year before it came in, and nobody called anybody in stage 2. `old-dialer` is the source of the first hundredth.
 */
export const callLists: ListScene<Tables> = {
  schema: 'ingest',
  migrations: new URL('../migrations/', import.meta.url),
  withJobs: false,
  tables: { calls: 'recordings', words: 'call_words' },
  questions: [
    question('none', {}),
    question('user_id', { user_id: uuidOf(7) }),
    question('user_id, none', { user_id: missing }),
    question('external_user_id', { external_user_id: 'agent-7' }),
    question('external_user_id, none', { external_user_id: 'nobody' }),
    question('contact_id', { contact_id: uuidOf(7) }),
    question('contact_id, none', { contact_id: missing }),
    question('external_contact_id', { external_contact_id: 'lead-7' }),
    question('external_contact_id, none', { external_contact_id: 'nobody' }),
    question('external_recording_id', { external_recording_id: 'recording-77' }),
    question('external_recording_id, none', { external_recording_id: 'nothing' }),
    question('stage_id', { stage_id: 'stage-1' }),
    question('stage_id, few', { stage_id: 'rare' }),
    question('stage_id, only early', { stage_id: 'old' }),
    question('stage_id, none', { stage_id: 'no-stage' }),
    question('source_id', { source_id: 'api' }),
    question('source_id, only early', { source_id: 'old-dialer' }),
    question('source_id, none', { source_id: 'no-source' }),
    question('incoming', { incoming: true }),
    question('not incoming', { incoming: false }),
    question('status COMPLETED', { status: 'COMPLETED' }),
    question('status FAILED', { status: 'FAILED' }),
    question('status QUEUED', { status: 'QUEUED' }),
    question('status TRANSCRIBING', { status: 'TRANSCRIBING' }),
    question('status DOWNLOADING, none', { status: 'DOWNLOADING' }),
    question('status ANALYZING, none', { status: 'ANALYZING' }),
    question('created_date_gte', { created_date_gte: '2026-10-15T00:00:00Z' }),
    question('created_date_lte', { created_date_lte: '2026-10-15T00:00:00Z' }),
    question('created_date, none', { created_date_gte: '2027-01-01T00:00:00Z' }),
    question('occurred_lte, only early', { occurred_lte: '2026-01-01T00:00:00Z' }),
    question('occurred, a month long ago', {
      occurred_gte: '2025-09-01T00:00:00Z',
      occurred_lte: '2025-09-30T00:00:00Z',
    }),
    question('occurred_lte, most', { occurred_lte: '2026-11-15T00:00:00Z' }),
    question('occurred, none', { occurred_lte: '2020-01-01T00:00:00Z' }),
    question('user_id, occurred_lte, only early', {
      user_id: uuidOf(7),
      occurred_lte: '2026-01-01T00:00:00Z',
    }),
    question('user_id, stage_id', { user_id: uuidOf(7), stage_id: 'stage-1' }),
    question('user_id, incoming', { user_id: uuidOf(7), incoming: true }),
    question('user_id, source_id', { user_id: uuidOf(7), source_id: 'api' }),
    question('user_id, contact_id', { user_id: uuidOf(7), contact_id: uuidOf(7) }),
    question('user_id, status FAILED', { user_id: uuidOf(7), status: 'FAILED' }),
    question('user_id, created_date', { user_id: uuidOf(7), created_date_gte: '2026-10-15T00:00:00Z' }),
    question('contact_id, incoming', { contact_id: uuidOf(7), incoming: true }),
    question('stage_id, incoming', { stage_id: 'stage-1', incoming: true }),
    question('stage_id, incoming, none', { stage_id: 'stage-2', incoming: true }),
    question('stage_id, source_id', { stage_id: 'stage-1', source_id: 'api' }),
    question('stage_id, source_id, only early', { stage_id: 'stage-1', source_id: 'old-dialer' }),
    question('stage_id, source_id, none', { stage_id: 'stage-1', source_id: 'no-source' }),
    question('stage_id, created_date', { stage_id: 'stage-1', created_date_gte: '2026-10-15T00:00:00Z' }),
    question('stage_id, status FAILED', { stage_id: 'stage-1', status: 'FAILED' }),
    question('source_id, incoming', { source_id: 'api', incoming: true }),
    question('source_id, status FAILED', { source_id: 'api', status: 'FAILED' }),
    question('incoming, status FAILED', { incoming: true, status: 'FAILED' }),
    question('incoming, created_date', { incoming: true, created_date_lte: '2026-10-15T00:00:00Z' }),
    searched('common', 'prices'),
    searched('two common', 'Hello price'),
    searched('in quotes', '"the price"'),
    searched('seldom', 'seldom'),
    searched('seldom with common', 'hello seldom'),
    searched('only early', 'first'),
    searched('none', 'never'),
    searched('common with none', 'hello never'),
    searched('common, of an agent', 'price', { user_id: uuidOf(7) }),
    searched('seldom, of an agent', 'seldom', { user_id: uuidOf(7) }),
    question('status FAILED, created_date', { status: 'FAILED', created_date_gte: '2026-10-15T00:00:00Z' }),
  ],
  async fill(db, filling) {
    await fillCalls(db, filling);
    await fillWords(db, filling);
  },
  async ask(db, { tenant, question: { input }, page }) {
    const caller = {
      access: 'read-only',
      organization_id: tenant,
      integration_id: tenant,
      request_id: 'lists',
    } as const;
    const list = 'words' in input ? listCallOverviews(db) : listCalls(db);
    await list.handler([{ caller, input: { ...page, ...input } }] as never);
  },
};

/** Without transcripts: these are as long as the words themselves. */
async function fillWords(db: Kysely<Tables>, { tenant, rows }: { tenant: string; rows: number }) {
  await sql`alter table call_words drop constraint if exists call_words_integration_id_recording_id_fkey`.execute(
    db,
  );
  await sql`
    insert into call_words (integration_id, recording_id, created_date, day, words, user_id, contact_id)
    select integration_id, id, created_date, day_of(created_date),
      to_tsvector('simple', said) || strip(to_tsvector('english', said)), user_id, contact_id
    from (
      select r.*, 'Hello this is about the price of it' || case when substr(external_recording_id, 11)::bigint % 5000 = 13
        then ' seldom' when substr(external_recording_id, 11)::bigint < ${rows} / 100 then ' first' else '' end as said
      from recordings r where integration_id = ${tenant}::uuid
    ) r
  `.execute(db);
}

/** From September to November. The last are unfinished, one in 40 FAILED. */
export async function fillCalls(db: Kysely<Tables>, { tenant, rows }: { tenant: string; rows: number }) {
  await sql`
    insert into recordings (
      integration_id, id, organization_id, call_event_id, analysis_id, kind, external_recording_id, recording_url,
      duration_seconds, ai_category, ai_models, user_id, external_user_id, user_name, contact_id, external_contact_id,
      contact_name, from_number, to_number, incoming, source, source_id, stage, stage_id, occurred_at, created_date, queued_at,
      status, progress, transcribed_at, finished_at, error, claimed_at, claimed_by
    )
    select ${tenant}::uuid, uuidv7(), ${tenant}::uuid, uuidv7(), uuidv7(), 'call', 'recording-' || n,
      'https://recordings.example/' || n, 60, 'sales', '[]',
      ('00000000-0000-4000-8000-' || lpad(to_hex(n % 200), 12, '0'))::uuid, 'agent-' || n % 200, 'Ada Agent',
      ('00000000-0000-4000-8000-' || lpad(to_hex(n % 5000), 12, '0'))::uuid, 'lead-' || n % 5000, 'Carl Contact',
      '+14155550100', '+14155550142', n % 3 = 0 and n % 4 <> 2, 'API',
      case when n < ${rows} / 100 then 'old-dialer' else 'api' end, 'A stage',
      case when n % 5000 = 13 then 'rare' when n < ${rows} / 100 and n % 2 = 0 then 'old' else 'stage-' || n % 4 end,
      case when n < ${rows} / 100 then created - interval '365 days' end, created, created, status,
      case status when 'COMPLETED' then 100 else 0 end, case status when 'COMPLETED' then created end,
      case when status in ('COMPLETED', 'FAILED') then created end,
      case status when 'FAILED' then '{"code":"download_failed","message":"","retryable":true}'::json end,
      case status when 'TRANSCRIBING' then created end, case status when 'TRANSCRIBING' then uuidv7() end
    from (
      select n, timestamptz '2026-09-01Z' + n * (interval '90 days' / ${rows}::integer) as created,
        case when n >= ${rows} - 4 then 'TRANSCRIBING' when n >= ${rows} * 0.99 then 'QUEUED'
          when n % 40 = 9 then 'FAILED' else 'COMPLETED' end as status
      from generate_series(0, ${rows}::integer - 1) n
    ) call
  `.execute(db);
}
