import type { Rubric } from '@debrief/contracts/resources/rubric';
import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import { composeSummary } from '../../src/agendas/compose-summary.ts';
import type { LastAgenda } from '../../src/agendas/follow-up.ts';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { coachCall } from '../../src/engines/built-in/built-in-coach.ts';
import { type CallFacts, callFacts } from '../../src/facts/call-facts.ts';
import { sampleCalls } from '../fixtures/calls.ts';
import { context, rubricNamed } from '../fixtures/conversation.ts';

const general = rubricNamed('general-sales');
const weak = ['payroll-proposal', 'security-competitor-tour', 'insurance-callback', 'card-processing'];
const strong = ['solar-appointment', 'software-next-step', 'kitchen-measure-visit', 'tutoring-trial'];
const samples = sampleCalls().filter(({ variant }) => variant === 'script');

function factsOf(names: readonly string[], rubric: Rubric = general): CallFacts[] {
  return names.map((name) => {
    const call = samples.find((one) => one.name === name);
    if (call === undefined) throw new Error(`There is no sample call ${name}`);
    const body = analysisBody(coachCall(call.transcript, rubric, { ...context, incoming: call.incoming }));
    return callFacts({ recording_id: name, user_id: 'ada', occurred_at: '2026-11-10T10:00:00Z', body });
  });
}

const unrated = { calls: 4, rated: 0, average_rating: null };

function agendaOf(calls: readonly CallFacts[], last: LastAgenda | null = null) {
  const period = { cadence: 'weekly', start: '2026-11-16', end: '2026-11-22' } as const;
  const made = composeAgenda({ ...period, calls, callsBefore: [], now: unrated, before: unrated, last });
  if (made === null) throw new Error('There is no agenda');
  return made;
}

function lastOf({ titles: [title], content }: ReturnType<typeof agendaOf>): LastAgenda {
  return { cadence: 'weekly', period_start: '2026-11-09', title, content, answers: null };
}

const share = ({ points, potential }: { points: number; potential: number }) => points / potential;

t.test('every improvement of the last agenda is compared, whichever way it went', async (t) => {
  const last = agendaOf(factsOf(weak));
  const { follow_up } = agendaOf(factsOf(strong), lastOf(last)).content;
  const [first, second, ...more] = last.content.improvements;
  t.ok(first !== undefined && second !== undefined && more.length === 0);
  for (const one of [first, second]) {
    const before = `${Math.round(share(one?.figures ?? { points: 0, potential: 1 }) * 100)} % of the points`;
    const compared = `${one?.criterion} (?:went (?:up|down) from|stayed where it was:|hardly changed:) ${before} in ${one?.figures.calls} calls`;
    t.match(follow_up, new RegExp(compared));
  }
  const again = agendaOf(factsOf(weak), lastOf(last)).content.follow_up ?? '';
  t.equal(again.split(' stayed where it was: ').length, 3, 'the same calls moved nothing');
  const without = (call: CallFacts): CallFacts => ({
    ...call,
    criteria: call.criteria.filter(({ id }) => id !== second?.criterion_id),
  });
  const fewer = agendaOf(factsOf(strong).map(without), lastOf(last)).content.follow_up;
  t.notMatch(fewer, new RegExp(`${second?.criterion} (?:went|stayed|hardly|came)`), 'too few calls show it');
});

t.test('a share is the same in the agenda, in its summary and in the next agenda', async (t) => {
  // 5 of 11 points are 45 %; 1.67 of 3.67 in each call would be 46 %.
  const points = [
    [2, 4],
    [1, 3],
    [2, 4],
  ] as const;
  const calls = factsOf(weak.slice(0, 3)).map((call, index) => {
    const [score, potential] = points[index] ?? [0, 1];
    const share = score / potential;
    return { ...call, criteria: call.criteria.map((one) => ({ ...one, score, potential, share })) };
  });
  const last = agendaOf(calls);
  t.match(last.content.improvements[0]?.text, /You got 45 % of the points in all 3 calls/);
  t.match(composeSummary(last.content, { answers: {} }), /with 45 % of the points in 3 calls/);
  t.match(agendaOf(calls, lastOf(last)).content.follow_up, /stayed where it was: 45 % of the points/);
});

t.test('a title with a colon stays whole', async (t) => {
  const rubric = {
    ...general,
    criteria: general.criteria.map((one) => ({ ...one, title: `Step ${one.id}: how we do it` })),
  };
  const last = agendaOf(factsOf(weak, rubric));
  t.match(last.titles[0], /^Step [a-z_]+: how we do it: /);
  const { follow_up } = agendaOf(factsOf(strong, rubric), lastOf(last)).content;
  for (const { criterion_id } of last.content.improvements)
    t.match(follow_up, new RegExp(`Step ${criterion_id}: how we do it (?:went|stayed|hardly)`));
});

t.test('fewer than three wins are said to be fewer, and nothing is made up', async (t) => {
  const three = agendaOf(factsOf([...weak, ...strong])).content;
  t.equal(three.wins.length, 3);
  t.notMatch(three.overview, /stood out/);
  const calls = factsOf(weak);
  const bare = (call: CallFacts): CallFacts => ({
    ...call,
    ...{ topMoments: [], outcomes: [] },
    criteria: call.criteria.map((one) => ({ ...one, score: one.potential / 2, share: 0.5, heard: null })),
  });
  const none = agendaOf(calls.map(bare)).content;
  t.strictSame(none.wins, []);
  t.match(none.overview, /\. Nothing in these calls stood out clearly enough to be called a win\.$/);
  const [first, ...others] = calls;
  const topMoments = first?.topMoments.slice(0, 1) ?? [];
  t.equal(topMoments.length, 1, 'the call has a good moment');
  const one = agendaOf([{ ...bare(first as CallFacts), topMoments }, ...others.map(bare)]).content;
  t.equal(one.wins.length, 1);
  t.notMatch(one.overview, 'stood out');
});

t.test('where nothing but one thing was surely missed, an agenda has that alone', async (t) => {
  const calls = factsOf(weak).map(
    (call): CallFacts => ({ ...call, criteria: call.criteria.filter(({ id }) => id === 'listening') }),
  );
  const { improvements, overview } = agendaOf(calls).content;
  t.equal(improvements.length, 1);
  t.notMatch(overview, 'no drill');
});
