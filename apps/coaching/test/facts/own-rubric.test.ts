import type { Rubric } from '@debrief/contracts/resources/rubric';
import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { composeDigest } from '../../src/digests/compose-digest.ts';
import { coachCall } from '../../src/engines/built-in/built-in-coach.ts';
import { callFacts } from '../../src/facts/call-facts.ts';
import { sampleCalls } from '../fixtures/calls.ts';
import { context, rubricNamed } from '../fixtures/conversation.ts';

const general = rubricNamed('general-sales');
/** The same criteria under other ids, titles and phrases, and other names for how calls end. */
const own: Rubric = {
  ...general,
  name: 'ours',
  criteria: general.criteria.map((criterion) => ({
    ...criterion,
    id: `our_${criterion.id}`,
    title: `Our ${criterion.title.toLowerCase()}`,
    indicators: criterion.indicators.map((one) => ({ ...one, missing: `the sign ${one.indicator}` })),
  })),
  disposition_labels: { appointment_set: 'Visit booked', sale_made: 'Won', next_step_agreed: 'Goes on' },
};

const names = [
  ...['payroll-proposal', 'security-competitor-tour', 'insurance-callback', 'card-processing'],
  ...['solar-appointment', 'software-next-step', 'kitchen-measure-visit', 'tutoring-trial'],
];
/** What surely went wrong in these is the same, and one of them has advice on it. */
const alike = ['card-processing', 'energy-hangup', 'internet-sale-closed'];
const samples = sampleCalls().filter(({ variant }) => variant === 'script');
const user_id = '019a9f0d-1c00-7a01-8a10-1f0e2d3c4b21';

/** @param advice What another engine writes in place of the advice. */
function factsBy(rubric: Rubric, advice?: string, wanted = names) {
  const calls = samples.filter(({ name }) => wanted.includes(name));
  return calls.map(({ name, transcript, incoming }) => {
    const body = analysisBody(coachCall(transcript, rubric, { ...context, incoming }));
    const { coaching } = body;
    const possible_improvements = coaching.possible_improvements.map((text) => advice ?? text);
    return callFacts({
      ...{ recording_id: name, user_id, occurred_at: '2026-11-10T10:00:00Z' },
      body: { ...body, coaching: { ...coaching, possible_improvements } },
    });
  });
}

const figures = { calls: names.length, rated: names.length, average_rating: 3 };
const period = { cadence: 'weekly', start: '2026-11-09', end: '2026-11-15' } as const;

function agendaBy(rubric: Rubric, advice?: string) {
  const facts = factsBy(rubric, advice);
  const made = composeAgenda({
    ...period,
    calls: facts,
    callsBefore: [],
    now: figures,
    before: figures,
    last: null,
  });
  if (made === null) throw new Error('There is no agenda');
  return made;
}

t.test('an agenda speaks in the words of the rubric that judged the calls', async (t) => {
  const [{ content: built }, { content, titles }] = [agendaBy(general), agendaBy(own)];
  t.match(titles[0], /^Our [a-z ]+: the sign [a-z_]+ \(missing on 10 November\)$/);
  for (const { criterion_id, title } of content.improvements) {
    t.match(criterion_id, /^our_/);
    t.match(title, /: the sign [a-z_]+ \(missing with/);
  }
  t.strictSame(
    content.improvements.map(({ moments }) => moments),
    built.improvements.map(({ moments }) => moments),
    'with the same moments',
  );
  t.equal(content.drill?.say, built.drill?.say, 'and a line for the same sign');
  t.strictSame(content.questions, built.questions);
  t.equal(content.wins.length, built.wins.length);
});

t.test('wins count how calls ended, whatever a team calls it', async (t) => {
  const ended = (rubric: Rubric) => factsBy(rubric).map(({ outcomes }) => outcomes);
  t.strictSame(ended(own), ended(general));
  t.ok(ended(own).flat().includes('appointment_set'));
});

t.test('the moments of a gap do not hang on the wording of advice', async (t) => {
  const moments = (advice?: string) =>
    agendaBy(general, advice).content.improvements.map((one) => one.moments);
  t.strictSame(moments('Said in other words.'), moments());
  const team = { team: figures, agents: new Map([[user_id, figures]]) };
  const digest = (advice?: string) =>
    composeDigest({
      callsBefore: [],
      ...{
        cadence: 'weekly',
        period_start: period.start,
        period_end: period.end,
        focus: null,
        calls: factsBy(own, advice, alike),
        now: team,
        before: team,
      },
      names: new Map(),
    });
  const cited = ({ evidence }: ReturnType<typeof digest>) =>
    evidence.map(({ claim_id, quote, recording_id }) => ({ claim_id, quote, recording_id }));
  t.strictSame(cited(digest('Said in other words.')), cited(digest()));
  const advised = digest('Said in other words.').evidence.filter(({ claim }) =>
    claim.startsWith('Advice to '),
  );
  t.match(advised[0]?.claim, /: Said in other words\.$/);
});
