import { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { AnalysisBody } from '@debrief/contracts/resources/analysis';
import { Digest } from '@debrief/contracts/resources/coaching-period';
import { transaction } from '@debrief/database/pool';
import { Value } from '@sinclair/typebox/value';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { makeAgenda } from '../../src/agendas/make-agenda.ts';
import { makeDigest } from '../../src/digests/make-digest.ts';
import { dueWork } from '../../src/periods/due-work.ts';
import { removeOldTexts } from '../../src/retention/remove-old-texts.ts';
import { coachedCall, coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const closedAt = new Date('2026-11-16T06:00:00Z');
const deps = { now: () => closedAt, emitted: () => {}, minCalls: 3, webAppUrl: 'https://app.example.com' };
const run = { signal: new AbortController().signal, attempt: 1 };
const names = ['payroll-proposal', 'card-processing', 'solar-appointment', 'kitchen-measure-visit'];
const past = new Date('2026-12-20T00:00:00Z');

/** An agent's week, with all that rests on it. */
async function aWeek(text_days: number | null) {
  const team = await coachedTeam(db, { cadences: ['weekly'], text_days });
  const { integration_id } = team;
  const user_id = await team.agent('Ada');
  const calls = new Map<string, string>();
  for (const name of names) calls.set(name, await team.call(user_id, '2026-11-10T10:00:00Z', name));
  await sql`
    update analyses set recorded_date = occurred_at where integration_id = ${integration_id}
  `.execute(db);
  await sql`
    insert into past_analyses (integration_id, recording_id, attempt, rating, body, created_date)
    select integration_id, recording_id, attempt, rating, body, created_date from analyses
    where integration_id = ${integration_id}
  `.execute(db);
  await sql`
    insert into speech (integration_id, recording_id, user_id, occurred_at, words, indicators, quotes)
    select integration_id, recording_id, user_id, occurred_at, 400, '{}',
      json_build_array(json_build_object('count', 'promises', 'text', body -> 'evidence' -> 0 ->> 'quote'))
    from analyses
    where integration_id = ${integration_id}
  `.execute(db);
  const profile = JSON.stringify({ aboutMe: coachedCall('solar-appointment').evidence[0]?.quote });
  await db
    .insertInto('signals')
    .values({ integration_id, user_id, id: uuidv7(), profile, calls: 4, words: 1600 })
    .execute();
  await db
    .insertInto('model_readings')
    .values({ integration_id, content_hash: 'hash', stretches: '[]', created_date: '2026-11-10T10:00:00Z' })
    .execute();
  await dueWork(db, closedAt, { graceHours: 6 });
  const makeTexts = async () => {
    for (const { id } of await team.periods())
      await makeDigest(db, deps).run({ integration_id, period_id: id }, run);
    for (const { id } of await team.agendas())
      await makeAgenda(db, deps).run({ integration_id, agenda_id: id }, run);
  };
  return { ...team, user_id, calls, makeTexts };
}

async function removeAll(now: Date) {
  while ((await removeOldTexts(db, now)) === 'more');
}

/** Everything that the tables hold of an integration. */
async function everything(integrationId: string): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'coaching' and column_name = 'integration_id'
  `.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} t
      where integration_id = ${integrationId}
    `.execute(db);
    texts.push(rows[0]?.text ?? '');
  }
  return texts.join('\n').replaceAll('""', '"').replaceAll('\\', '');
}

/** What was said in a call, as far as its analysis quotes it; short words are said everywhere. */
const quotesOf = (name: string) =>
  coachedCall(name)
    .evidence.map(({ quote }) => quote)
    .filter((quote) => quote.length > 12);
const leftOf = (all: string, of: readonly string[]) =>
  of.flatMap(quotesOf).filter((quote) => all.includes(quote.replaceAll('"', "'")) || all.includes(quote));

t.test('old texts are gone from every table, and the figures stay', async (t) => {
  const team = await aWeek(30);
  await team.makeTexts();
  const { integration_id } = team;
  const before = await everything(integration_id);
  t.ok(leftOf(before, names).length > 20, 'they were there');
  await removeAll(new Date('2026-12-09T00:00:00Z'));
  t.equal(await everything(integration_id), before, 'not a day too soon');
  await removeAll(past);
  const all = await everything(integration_id);
  t.strictSame(leftOf(all, names), []);
  const analyses = await db
    .selectFrom('analyses')
    .selectAll()
    .where('integration_id', '=', integration_id)
    .execute();
  for (const { body, rating, recording_id } of analyses) {
    t.ok(Value.Check(AnalysisBody, body));
    const name = [...team.calls].find(([, id]) => id === recording_id)?.[0] ?? '';
    const { conversation, disposition, objections, rating: rated } = coachedCall(name);
    t.match(body, {
      ...{
        conversation,
        texts_removed_at: past.toISOString(),
        evidence: [],
        summary: { outcome: { summary: '' } },
      },
      disposition: { codes: disposition.codes, outcomes: disposition.outcomes, reasoning: '' },
      objections: { kinds: objections.kinds, outcomes: [], replies: [], answers: [] },
    });
    t.equal(rating, rated?.outcome ?? null);
    t.equal(body.rating?.outcome, rated?.outcome);
  }
  for (const table of ['past_analyses', 'speech', 'signals', 'model_readings'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('integration_id')
      .where('integration_id', '=', integration_id)
      .execute();
    t.strictSame(rows, [], table);
  }
  const [period] = await team.periods();
  t.ok(Value.Check(Digest, period?.digest));
  t.match(period?.digest, { evidence: [], stats: { calls: { value: names.length } } });
  const [agenda] = await team.agendas();
  t.ok(Value.Check(AgendaContent, agenda?.content));
});

t.test('of younger calls, and of integrations that keep texts for good, nothing is removed', async (t) => {
  const [mine, keeping] = [await aWeek(30), await aWeek(null)];
  const young = mine.calls.get('payroll-proposal') as string;
  await db
    .updateTable('analyses')
    .set({ recorded_date: past.toISOString() })
    .where('recording_id', '=', young)
    .execute();
  for (const team of [mine, keeping]) await team.makeTexts();
  const kept = await everything(keeping.integration_id);
  await removeAll(past);
  t.equal(await everything(keeping.integration_id), kept);
  const row = await db
    .selectFrom('analyses')
    .selectAll()
    .where('recording_id', '=', young)
    .executeTakeFirst();
  t.strictSame(row?.body, coachedCall('payroll-proposal'));
  t.equal(row?.texts_removed_at, null);
  const all = await everything(mine.integration_id);
  const others = names.filter((name) => name !== 'payroll-proposal');
  t.strictSame(leftOf(all, others), []);
});

t.test(
  'a digest and an agenda that were written at that moment lose what they quote soon after',
  async (t) => {
    const team = await aWeek(30);
    await team.makeTexts();
    const [period] = await team.periods();
    const [agenda] = await team.agendas();
    await removeAll(past);
    const late = past.toISOString();
    await db
      .updateTable('periods')
      .set({ digest: JSON.stringify(period?.digest), updated_date: late })
      .where('id', '=', period?.id as string)
      .execute();
    await db
      .updateTable('agendas')
      .set({ content: JSON.stringify(agenda?.content), updated_date: late })
      .where('id', '=', agenda?.id as string)
      .execute();
    t.ok(leftOf(await everything(team.integration_id), names).length > 0);
    await removeAll(past);
    t.strictSame(leftOf(await everything(team.integration_id), names), []);
  },
);

t.test('what the release before left of objections is cleared, and no other analysis changes', async (t) => {
  const team = await coachedTeam(db, { cadences: [], text_days: null });
  const user_id = await team.agent('Ada');
  const left = await team.call(user_id, '2026-11-10T10:00:00Z', 'solar-appointment');
  const kept = await team.call(user_id, '2026-11-10T11:00:00Z', 'solar-appointment');
  const answers = ['We install it in a day.', ''];
  await sql`
    update analyses set body = jsonb_set(body::jsonb, '{objections,answers}', ${JSON.stringify(answers)})::json
    where integration_id = ${team.integration_id}
  `.execute(db);
  // As it removed texts: all but these.
  await sql`update analyses set texts_removed_at = now() where recording_id = ${left}`.execute(db);
  const bodies = async () => {
    const { rows } = await sql<{ recording_id: string; body: AnalysisBody }>`
      select recording_id, body from analyses where integration_id = ${team.integration_id}
    `.execute(db);
    return new Map(rows.map(({ recording_id, body }) => [recording_id, body]));
  };
  const before = await bodies();
  t.strictSame(before.get(left)?.objections.answers, answers);
  await removeAll(past);
  const after = await bodies();
  const { objections, ...others } = before.get(left) as AnalysisBody;
  t.strictSame(after.get(left), { ...others, objections: { ...objections, answers: [] } });
  t.strictSame(after.get(kept), before.get(kept));
});

t.test('what was left is found by its index, however many analyses there are', async (t) => {
  const { rows } = await transaction(db, async function explain(tx) {
    // There are few.
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`
      explain select from analyses
      where texts_removed_at is not null and json_array_length(body -> 'objections' -> 'answers') > 0
      order by integration_id, recording_id limit 50
    `.execute(tx);
  });
  t.match(rows.map((row) => row['QUERY PLAN']).join(), 'analyses_with_left_answers');
});
