import { randomUUID } from 'node:crypto';
import type { Erasure } from '@debrief/contracts/events/erasures';
import { recordErasure } from '@debrief/database/erasures';
import { transaction } from '@debrief/database/pool';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { claimAnalyses } from '../../src/analyses/claim-analyses.ts';
import { storeAnalyses } from '../../src/analyses/store-analyses.ts';
import type { Coach } from '../../src/engines/coach.ts';
import { eraseSubject } from '../../src/erasures/erase-subject.ts';
import { beginReading, refuseOlderThanErasure } from '../../src/erasures/reading-calls.ts';
import { analysisScene } from '../fixtures/analysis-scene.ts';
import { coachedCall, coachedTeam } from '../fixtures/coached-team.ts';
import {
  coachingDatabase,
  storedAgenda,
  storedPeriod,
  storedSignal,
  userChange,
} from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
const scene = analysisScene(db, {} as Coach);
const body = coachedCall('solar-appointment');

type Ids = { integration_id: string };

async function erase(
  { integration_id }: Ids,
  kind: Erasure['kind'],
  subject_id: string,
  change: Partial<Erasure> = {},
) {
  const erasure = {
    erasure_id: randomUUID(),
    integration_id,
    kind,
    subject_id,
    with_recordings: kind !== 'user',
    words: [],
    ...change,
  };
  await recordErasure(db, erasure);
  const batch = () => transaction(db, (tx) => eraseSubject(tx, erasure));
  while ((await batch()) === 'more');
}

async function countOf(table: string, { integration_id }: Ids): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where integration_id = ${integration_id}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

for (const kind of ['recording', 'contact', 'user'] as const) {
  t.test(`what is being analysed of an erased ${kind} is refused, and comes no more`, async (t) => {
    const { recording, deliver, work, analysis } = scene.recording();
    await deliver();
    const claim = { claimant: randomUUID(), holds: [], served: [], places: 99 };
    const claimed = await claimAnalyses(db, scene.settings({}).settings, claim);
    const mine = claimed.find(({ id }) => id === recording.recording_id);
    const { integration_id, id, attempt } = mine ?? { integration_id: '', id: '', attempt: 0 };
    await erase(recording, kind, recording[`${kind}_id`], { with_recordings: true });
    t.equal(await work(), undefined);
    const speech = { words: 0, indicators: {} as never, quotes: [], exchanges: [] };
    const ended = { key: { integration_id, id, attempt }, recording, body, speech, rerun_id: null };
    t.strictSame(await storeAnalyses(db, [ended]), [false]);
    await deliver({ attempt: 2 });
    t.equal(await work(), undefined);
    t.equal(await analysis(), undefined);
  });
}

t.test('the transcript of a removed user is taken once it is without the name', async (t) => {
  const { recording, deliver, work } = scene.recording();
  await deliver();
  await erase(recording, 'user', recording.user_id);
  t.equal(await work(), undefined);
  await deliver({ attempt: 2 });
  t.equal(await work(), undefined);
  await deliver({ attempt: 2, external_user_id: recording.user_id, user_name: 'Agent' });
  t.match(await work(), { recording: { user_name: 'Agent' } });
  await erase(recording, 'user', recording.user_id);
  t.match(await work(), { recording_attempt: 2 }, 'and stays');
});

t.test(
  'analyses of a contact go, with earlier ones, and signals are inferred again without them',
  async (t) => {
    const team = await coachedTeam(db);
    const contact_id = uuidv7();
    const ada = await team.agent('Ada');
    const gone = await team.call(ada, '2026-11-10T10:00:00Z', 'solar-appointment', contact_id);
    const kept = await team.call(ada, '2026-11-11T10:00:00Z');
    await sql`
    insert into past_analyses (integration_id, recording_id, attempt, body, created_date)
    select integration_id, recording_id, attempt, body, now() from analyses where integration_id = ${team.integration_id}
  `.execute(db);
    for (const recording_id of [gone, kept]) {
      await sql`
      insert into speech values (${team.integration_id}, ${recording_id}, ${ada}, now(), 900, '{}', '[]')
    `.execute(db);
    }
    await storedSignal(db, team, '{}');
    await sql`update signals set user_id = ${ada} where integration_id = ${team.integration_id}`.execute(db);
    await erase(team, 'contact', contact_id);
    for (const table of ['analyses', 'past_analyses', 'speech'])
      t.equal(await countOf(table, team), 1, table);
    t.equal(await countOf('signals', team), 0);
    const { rows } = await sql<{ payload: object }>`
    select payload from coaching_jobs._private_jobs where payload ->> 'user_id' = ${ada}`.execute(db);
    t.match(rows, [{ payload: { is_asked: true } }]);
  },
);

t.test('what an agenda tells of a call of the period before goes with that call', async (t) => {
  const team = await coachedTeam(db);
  const ada = await team.agent('Ada');
  const gone = await team.call(ada, '2026-11-05T10:00:00Z');
  const kept = await team.call(ada, '2026-11-11T10:00:00Z');
  const moment = (recording_id: string) => ({
    ...{ recording_id, segment_index: 3, quote: 'It is too much.', start_time: 30, speaker: 'Ada' },
  });
  const improvement = (recording_id: string) => ({
    ...{ criterion_id: 'listening', criterion: 'Listening', title: 'Listening', text: 'Listen.' },
    ...{ figures: { points: 1, potential: 4, calls: 4 }, moments: [moment(recording_id)] },
  });
  const content = {
    ...{ overview: 'You had 3 analysed calls.', wins: [], drill: null, follow_up: null, questions: [] },
    improvements: [improvement(kept), improvement(gone)],
  };
  const week = { period_start: '2026-11-09', period_end: '2026-11-15', review_period_end: '2026-11-22' };
  const { id: period_id } = await storedPeriod(db, team, week);
  const title = 'Listening (missing on Wednesday)';
  await storedAgenda(db, team, { user_id: ada, period_id, title, content: JSON.stringify(content) });
  await erase(team, 'recording', gone);
  const [agenda] = await team.agendas();
  t.strictSame(agenda?.content?.improvements, [improvement(kept)]);
  t.equal(agenda?.title, title, 'what it names is left');
  await erase(team, 'recording', kept);
  t.match(await team.agendas(), [{ title: 'Your calls', content: { improvements: [] } }]);
});

t.test('a removed user leaves analyses without the name, earlier ones too, and nothing else', async (t) => {
  const team = await coachedTeam(db);
  const name = body.speakers.user_name;
  const user = await team.agent(name);
  await team.call(user, '2026-11-10T10:00:00Z');
  const other = await team.agent('Somebody Else');
  await team.call(other, '2026-11-10T10:00:00Z');
  await sql`
    insert into past_analyses (integration_id, recording_id, attempt, body, created_date)
    select integration_id, recording_id, attempt, body, now() from analyses where user_id = ${user}
  `.execute(db);
  const agenda = await storedAgenda(db, team, { user_id: user });
  const waiting = await storedAgenda(db, team, { user_id: user, generation_status: 'queued', content: null });
  await erase(team, 'user', user, { words: [name] });
  const { rows } = await sql<{ text: string }>`
    select body::text as text from analyses where user_id = ${user}
    union all select body::text from past_analyses where integration_id = ${team.integration_id}
  `.execute(db);
  t.equal(rows.length, 2);
  const first = name.split(' ')[0] as string;
  for (const { text } of rows) t.notOk(new RegExp(`\\b${first}\\b`).test(text));
  const agendas = await team.agendas();
  t.match(
    agendas.find(({ id }) => id === agenda.id),
    {
      ...{ user_id: null, content: null, generation_status: 'ready', external_user_id: 'agent-7' },
    },
  );
  t.match(
    agendas.find(({ id }) => id === waiting.id),
    { generation_status: 'not_eligible' },
  );
  t.equal(await countOf('agents', team), 1);
  const mine = { user_id: user, version: 9, name };
  await recordUserChange(db)({ payload: userChange(team, mine) });
  t.equal(await countOf('agents', team), 1, 'an older event does not bring the user back');
});

t.test('a text whose calls were read before an erasure is not stored after it', async (t) => {
  const team = await coachedTeam(db);
  const begun = await beginReading(db);
  const store = () => transaction(db, (tx) => refuseOlderThanErasure(tx, team.integration_id, begun));
  await store();
  await erase(team, 'recording', uuidv7());
  await t.rejects(store(), { message: /erased/ });
  const again = await beginReading(db);
  await transaction(db, (tx) => refuseOlderThanErasure(tx, team.integration_id, again));
});
