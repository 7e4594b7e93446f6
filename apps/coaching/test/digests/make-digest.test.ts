import { CoachingPeriodDetail, Digest } from '@debrief/contracts/resources/coaching-period';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { makeDigest } from '../../src/digests/make-digest.ts';
import { dueWork } from '../../src/periods/due-work.ts';
import { coachedCall, coachedTeam } from '../fixtures/coached-team.ts';
import { coachingDatabase } from '../fixtures/coaching-database.ts';

void CoachingPeriodDetail;
const { db } = await coachingDatabase(t);
const now = () => new Date('2026-11-16T06:00:00Z');
const make = makeDigest(db, { now, emitted: () => {} });

type Team = Awaited<ReturnType<typeof coachedTeam>>;

async function digestOf(team: Team): Promise<Digest> {
  await dueWork(db, now(), { graceHours: 6 });
  const period = (await team.periods()).at(-1);
  const payload = { integration_id: team.integration_id, period_id: period?.id };
  await make.run(payload, { signal: new AbortController().signal, attempt: 1 });
  return (await team.periods()).at(-1)?.digest as Digest;
}

/** Of this week and the one before. */
async function busyTeam(): Promise<{ team: Team; ada: string; ben: string }> {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const [ada, ben] = [await team.agent('Ada Ames'), await team.agent('Ben Boyd')];
  for (const name of ['timeshare-dnc', 'charity-do-not-call', 'car-tentative'])
    await team.call(ada, '2026-11-03T10:00:00Z', name);
  for (const name of [
    'solar-appointment',
    'software-next-step',
    'recruiting-think-it-over',
    'solar-visit-refused',
  ])
    await team.call(ada, '2026-11-10T10:00:00Z', name);
  for (const name of [
    'realestate-not-interested',
    'kitchen-measure-visit',
    'insurance-callback',
    'card-processing',
  ])
    await team.call(ben, '2026-11-15T23:59:59Z', name);
  await team.call(ben, '2026-11-16T00:00:00Z', 'cable');
  return { team, ada, ben };
}

t.test('the digest says how the focus of the month went, and drills it', async (t) => {
  const { team } = await busyTeam();
  const { integration_id } = team;
  const focus = [{ month: '2026-11', criterion: 'discovery', note: 'Ask what they need' }];
  const content = JSON.stringify({ name: 'general-sales', extends: 'general-sales', focus });
  await db
    .insertInto('rubrics')
    .values({ integration_id, name: 'general-sales', version: 1, content })
    .execute();
  const digest = await digestOf(team);
  t.match(
    digest.focus,
    /^The focus of November is discovery\. Ask what they need\. The team got \d+ % of the points (?:for it|in all \d calls)\.$/,
  );
  t.match(digest.team_drill, /^Discovery, in pairs/);
});

t.test('the digest counts the calls that took place in the period, and compares them', async (t) => {
  const { team, ada, ben } = await busyTeam();
  const digest = await digestOf(team);
  t.ok(Value.Check(Digest, digest));
  t.match(digest.stats, { calls: { value: 8, previous: 3, diff_pct: 166.7 }, rated: { value: 8 } });
  const ratings = [
    'solar-appointment',
    'software-next-step',
    'recruiting-think-it-over',
    'solar-visit-refused',
  ].map((name) => coachedCall(name).rating?.outcome ?? 0);
  // In tenths, whose sum is exact: 3.575 is 3.58.
  const tenths = ratings.reduce((sum, rating) => sum + Math.round(rating * 10), 0);
  const average = Math.round((tenths * 10) / 4) / 100;
  t.match(
    digest.agents.map(({ user_id, name, calls }) => [user_id, name, calls]),
    [
      [ada, 'Ada Ames', 4],
      [ben, 'Ben Boyd', 4],
    ],
  );
  t.equal(digest.agents[0]?.average_rating, average);
  t.equal(digest.agents[1]?.delta, null, 'Ben had no calls to compare with');
});

t.test('every quote stands in the analysis of the call it is of', async (t) => {
  const { team } = await busyTeam();
  const { evidence, strengths, gaps } = await digestOf(team);
  t.ok(strengths.length > 0 && gaps.length > 0 && evidence.length > 0);
  for (const { recording_id, segment_index, quote, user_id } of evidence) {
    const stored = await db
      .selectFrom('analyses')
      .select(['body', 'user_id'])
      .where('recording_id', '=', recording_id)
      .executeTakeFirstOrThrow();
    t.equal(stored.user_id, user_id);
    t.ok(stored.body.evidence.some((one) => one.segment_index === segment_index && one.quote === quote));
  }
  for (const index of strengths.keys())
    t.ok(evidence.some(({ claim_id }) => claim_id === `strengths.${index}`));
});

t.test('a period with too little speech gets a digest that says so', async (t) => {
  const team = await coachedTeam(db, { cadences: ['weekly'] });
  const ada = await team.agent('Ada Ames');
  await team.call(ada, '2026-11-10T10:00:00Z');
  await team.call(ada, '2026-11-11T10:00:00Z', 'dental-voicemail');
  const digest = await digestOf(team);
  t.equal(
    digest.headline,
    'There were 2 analysed calls in the week of 9 November 2026, only 1 of them with a conversation that can be rated. That is too little speech to say what the team does well or should work on.',
  );
  t.match(digest, { strengths: [], gaps: [], top_objections: [], team_drill: null, evidence: [] });
  t.match(digest.agents, [{ user_id: ada, calls: 2, focus: null }]);
});

t.test('a digest is written once, with its event', async (t) => {
  const { team } = await busyTeam();
  const digest = await digestOf(team);
  await team.call(digest.agents[0]?.user_id ?? '', '2026-11-12T10:00:00Z');
  t.strictSame(await digestOf(team), digest);
  const period = (await team.periods()).at(-1);
  const events = await db
    .selectFrom('outbox')
    .select('subject')
    .where('message_id', '=', `${period?.id}:digest`)
    .execute();
  t.strictSame(events, [{ subject: 'digest.completed' }]);
});
