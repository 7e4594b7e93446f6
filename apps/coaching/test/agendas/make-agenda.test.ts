import { setTimeout as sleep } from 'node:timers/promises';
import { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import { startJobs } from '@debrief/database/job-worker';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { makeAgenda } from '../../src/agendas/make-agenda.ts';
import { dueWork } from '../../src/periods/due-work.ts';
import { coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

const { db, url } = await coachingDatabase(t);
let now = new Date();
const webAppUrl = 'https://app.example.com';
const make = makeAgenda(db, { now: () => now, emitted: () => {}, minCalls: 3, webAppUrl });
const run = { signal: new AbortController().signal, attempt: 1 };
const weak = ['payroll-proposal', 'security-competitor-tour', 'insurance-callback', 'card-processing'];
const strong = ['solar-appointment', 'software-next-step', 'kitchen-measure-visit', 'tutoring-trial'];

type Team = Awaited<ReturnType<typeof coachedTeam>>;

/** Closes what is over, and makes every agenda that waits. */
async function madeBy(team: Team, instant: string) {
  now = new Date(instant);
  await dueWork(db, now, { graceHours: 6 });
  const { integration_id } = team;
  for (const { id, generation_status } of await team.agendas())
    if (generation_status === 'queued') await make.run({ integration_id, agenda_id: id }, run);
  return team.agendas();
}

async function calls(team: Team, user: string, day: string, names: readonly string[]): Promise<void> {
  for (const name of names) await team.call(user, `${day}T10:00:00Z`, name);
}

t.test(
  'an agenda has a title, wins, improvements, questions and a drill from the agent’s own calls',
  async (t) => {
    const team = await coachedTeam(db, { cadences: ['weekly'] });
    const ada = await team.agent('Ada');
    await calls(team, ada, '2026-11-10', [...weak, ...strong]);
    const [agenda] = await madeBy(team, '2026-11-16T06:00:00Z');
    t.equal(agenda?.generation_status, 'ready');
    const content = agenda?.content as AgendaContent;
    t.ok(Value.Check(AgendaContent, content), JSON.stringify([...Value.Errors(AgendaContent, content)][0]));
    t.equal(content.wins.length, 3);
    // What went well in three calls is no second one.
    t.ok([1, 2].includes(content.improvements.length));
    const aboutOf = (title = '') => title.replace(/ \(missing .*/, '');
    t.equal(aboutOf(agenda?.title ?? ''), aboutOf(content.improvements[0]?.title));
    t.equal(content.follow_up, null);
    t.equal(new Set(content.questions.map(({ text }) => text)).size, content.questions.length);
    const events = await db
      .selectFrom('outbox')
      .select('payload')
      .where('message_id', '=', `${agenda?.id}:ready`)
      .execute();
    const agenda_url = `${webAppUrl}/coaching/agendas/${agenda?.id}`;
    t.match(events, [{ payload: { agenda_id: agenda?.id, user_id: ada, title: agenda?.title, agenda_url } }]);
  },
);

t.test('the calls of the week before are looked at where a week shows little', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const ada = await team.agent('Ada');
  await calls(team, ada, '2026-11-03', weak);
  await calls(team, ada, '2026-11-10', ['gym-inbound-callback', 'event-hotel', 'storage-unit']);
  now = new Date('2026-11-16T06:00:00Z');
  await dueWork(db, now, { graceHours: 6 });
  // An agenda of that week would have told of it already.
  await db
    .deleteFrom('agendas')
    .where('period_id', 'in', (sub) =>
      sub.selectFrom('periods').select('id').where('period_start', '=', '2026-11-02'),
    )
    .where('integration_id', '=', team.integration_id)
    .execute();
  const agendas = await madeBy(team, '2026-11-16T06:00:00Z');
  const told = agendas.flatMap(({ content }) => content?.improvements ?? []).map(({ text }) => text);
  t.ok(
    told.some((text) => text.startsWith('Together with the week before, you got ')),
    told.join('\n'),
  );
});

t.test('every moment stands in the analysis of one of the agent’s calls', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const [ada, ben] = [await team.agent('Ada'), await team.agent('Ben')];
  await calls(team, ada, '2026-11-10', [...weak, ...strong]);
  await calls(team, ben, '2026-11-10', weak);
  for (const { content, user_id } of await madeBy(team, '2026-11-16T06:00:00Z')) {
    const { wins, improvements, questions } = content as AgendaContent;
    const moments = [...wins, ...improvements].flatMap((one) => one.moments);
    for (const { recording_id, quote, segment_index } of [
      ...moments,
      ...questions.map((one) => one.moment),
    ]) {
      const { body } = await db
        .selectFrom('analyses')
        .select('body')
        .where('recording_id', '=', recording_id)
        .where('user_id', '=', user_id)
        .executeTakeFirstOrThrow();
      t.ok(body.evidence.some((one) => one.quote === quote && one.segment_index === segment_index));
    }
  }
});

t.test('two agents with different calls get different agendas', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const [ada, ben] = [await team.agent('Ada'), await team.agent('Ben')];
  await calls(team, ada, '2026-11-10', weak);
  await calls(team, ben, '2026-11-10', strong);
  const [one, other] = (await madeBy(team, '2026-11-16T06:00:00Z')).map(({ content }) => content);
  const texts = (content: AgendaContent | null | undefined) =>
    [content?.wins, content?.improvements, content?.questions].flat().map((item) => item?.text);
  t.ok(one != null && other != null);
  for (const text of texts(one)) t.notOk(texts(other).includes(text), text ?? 'no text');
});

t.test('no two agendas of a period have the same title, however alike the calls are', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  for (const name of ['Ada', 'Ben', 'Cy', 'Dee'])
    await calls(team, await team.agent(name), '2026-11-10', weak);
  const agendas = await madeBy(team, '2026-11-16T06:00:00Z');
  const titles = agendas.map(({ title }) => title ?? '').toSorted();
  const at = 'on 10 November at 10:00 UTC';
  t.equal(new Set(titles).size, 4);
  t.equal(titles.filter((title) => title.includes(at)).length, 3, 'by days, by hours, and then by numbers');
  t.ok(titles.some((title) => title.endsWith(' (3)')));
});

t.test(
  'an agent with fewer than three calls, or with too little to ask about, is not eligible',
  async (t) => {
    const team = await coachedTeam(db, { cadences: ['weekly'] });
    const [ada, ben] = [await team.agent('Ada'), await team.agent('Ben')];
    await calls(team, ada, '2026-11-10', ['solar-appointment', 'software-next-step']);
    await calls(team, ben, '2026-11-10', ['dental-voicemail', 'dental-voicemail', 'dental-voicemail']);
    await team.agent('Cy');
    const agendas = await madeBy(team, '2026-11-16T06:00:00Z');
    t.strictSame(
      agendas.map(({ generation_status, content, title }) => [generation_status, content, title]),
      Array.from({ length: 3 }, () => ['not_eligible', null, null]),
    );
  },
);

t.test('the next agenda says what was promised and whether the numbers moved', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const ada = await team.agent('Ada');
  await calls(team, ada, '2026-11-10', weak);
  const [first] = await madeBy(team, '2026-11-16T06:00:00Z');
  await db
    .updateTable('agendas')
    .set({
      answers: JSON.stringify({ answers: {}, commitment: 'I ask what is behind it' }),
      completed_at: '2026-11-17T00:00:00Z',
    })
    .where('id', '=', first?.id ?? '')
    .execute();
  await calls(team, ada, '2026-11-17', strong);
  const second = (await madeBy(team, '2026-11-23T06:00:00Z')).at(-1);
  t.match(
    second?.content?.follow_up,
    /^In the agenda for the week of 9 November 2026 you promised: “I ask what is behind it”\. .+ (?:went (?:up|down)|stayed|applied)/,
  );
});

t.test(
  'an agenda that fails to the last attempt is failed, and one that is ready is not made again',
  async (t) => {
    const team = await coachedTeam(db, { cadences: ['weekly'] });
    const ada = await team.agent('Ada');
    await calls(team, ada, '2026-11-10', weak);
    now = new Date('2026-11-16T06:00:00Z');
    await dueWork(db, now, { graceHours: 6 });
    const [agenda] = await team.agendas();
    const payload = { integration_id: team.integration_id, agenda_id: agenda?.id };
    await db
      .updateTable('analyses')
      .set({ body: '{"evidence": 1}' })
      .where('integration_id', '=', team.integration_id)
      .execute();
    await t.rejects(make.run(payload, run));
    t.equal((await team.agendas())[0]?.generation_status, 'processing');
    await t.rejects(make.run(payload, { ...run, attempt: 8 }));
    t.equal((await team.agendas())[0]?.generation_status, 'failed');
    await make.run(payload, run);
    t.equal((await team.agendas())[0]?.generation_status, 'failed');
  },
);

t.test('agendas of periods that are made up together follow one another', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const ada = await team.agent('Ada');
  for (const day of ['2026-10-27', '2026-11-03', '2026-11-10']) await calls(team, ada, day, strong);
  now = new Date('2026-11-16T06:00:00Z');
  await dueWork(db, now, { graceHours: 6 });
  const log = { info() {}, warn() {}, error() {} };
  // The later a week, the sooner its agenda would be made.
  let waitMs = 300;
  const late = {
    ...make,
    async run(...[payload, job]: Parameters<typeof make.run>) {
      if ((payload as { integration_id: string }).integration_id === team.integration_id) waitMs -= 100;
      await sleep(waitMs);
      await make.run(payload, job);
    },
  };
  const jobs = await startJobs({ url, schema: 'coaching', handlers: [late], concurrency: 6, log });
  t.teardown(() => jobs.close());
  const made = async () => (await team.agendas()).filter((one) => one.generation_status === 'ready');
  while ((await made()).length < 3) await sleep(20);
  const followed = (await made()).map(({ content }) => content?.follow_up?.match(/week of \d+ \w+/)?.[0]);
  t.strictSame(followed.sort(), ['week of 2 November', 'week of 26 October', undefined]);
});
