import type { AnalysisBody } from '@debrief/contracts/resources/analysis';
import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { composeDigest } from '../../src/digests/compose-digest.ts';
import { coachCall } from '../../src/engines/built-in/built-in-coach.ts';
import { type CallFacts, callFacts } from '../../src/facts/call-facts.ts';
import { isHandling } from '../../src/facts/criterion-of-call.ts';
import { inItsSense } from '../../src/facts/exchanges-of.ts';
import { shownIn } from '../../src/facts/telling-quotes.ts';
import { contactOf } from '../../src/facts/wording.ts';
import { sampleCalls } from '../fixtures/calls.ts';
import { context, rubricNamed } from '../fixtures/conversation.ts';

const user_id = '019a9f0d-1c00-7a01-8a10-1f0e2d3c4b21';
const bodies = sampleCalls()
  .filter(({ variant }) => variant === 'script')
  .slice(0, 8)
  .map(({ name, transcript, incoming }) => ({
    name,
    body: analysisBody(coachCall(transcript, rubricNamed('general-sales'), { ...context, incoming })),
  }));
const factsOf = (body: AnalysisBody, name: string) =>
  callFacts({ recording_id: name, user_id, occurred_at: '2026-11-10T10:00:00Z', body });

/** As it was stored before objections had a confidence and answers, and evidence an indicator. */
function older(body: AnalysisBody): AnalysisBody {
  const { coaching, disposition, objections, rating, evidence, ...rest } = structuredClone(body);
  const { confidence: _c, answers: _a, replies: _r, ...plainObjections } = objections;
  const { improvement_kinds: _k, ...plainCoaching } = coaching;
  const { codes: _d, ...plainDisposition } = disposition;
  return {
    ...rest,
    ...{ coaching: plainCoaching, disposition: plainDisposition, objections: plainObjections },
    rating,
    evidence: evidence.map(({ indicator: _i, ...one }) => one),
  } as AnalysisBody;
}

t.test('an analysis stored before is read, and none of its objections is quoted as sure', async (t) => {
  const calls = bodies.map(({ name, body }) => factsOf(older(body), name));
  const objections = calls.flatMap((call) => call.objections);
  t.ok(objections.length > 0);
  t.ok(objections.every(({ isSure, answer }) => !isSure && answer === null));
  const figures = { calls: calls.length, rated: calls.length, average_rating: 3 };
  const team = { team: figures, agents: new Map() };
  const digest = composeDigest({
    ...({ cadence: 'weekly', period_start: '2026-11-09', period_end: '2026-11-15' } as const),
    ...{ calls, callsBefore: [], now: team, before: team, focus: null, names: new Map() },
  });
  t.ok(digest.strengths.length + digest.gaps.length > 0);
  const period = { cadence: 'weekly', start: '2026-11-09', end: '2026-11-15' } as const;
  t.not(
    composeAgenda({ ...period, calls, callsBefore: [], now: figures, before: figures, last: null }),
    null,
  );
});

t.test('words are shown for the indicator that they earned points for, and for no other', async (t) => {
  const calls = bodies.map(({ name, body }) => factsOf(body, name));
  const quotes = calls.flatMap(({ criteria }) => criteria.flatMap((one) => one.quotes));
  t.ok(quotes.length > 10);
  t.ok(quotes.every(({ indicator, did }) => indicator !== undefined && did !== undefined));
  const proposed = shownIn(calls, { id: 'next_step' }, 'proposed_next_step');
  t.ok(proposed.length > 0);
  t.ok(proposed.every(({ claim }) => / proposed a next step$/.test(claim)));
});

t.test('who wanted no calls and was not let go is a matter of fairness alone', async (t) => {
  const charity = bodies.find(({ name }) => name === 'charity-do-not-call')?.body;
  if (charity === undefined) throw new Error('There is no such call');
  const criteria = (body: AnalysisBody) => factsOf(body, 'a').criteria.map(({ id }) => id);
  t.match(charity.coaching.improvement_kinds, ['opt_out_obstructed']);
  t.strictSame(criteria(charity), ['fairness']);
  const kinds = { ...charity.coaching, improvement_kinds: ['pressure'] };
  t.ok(criteria({ ...charity, coaching: kinds as AnalysisBody['coaching'] }).length > 1);
});

t.test('an objection comes with what the agent said next', async (t) => {
  const calls = bodies.map(({ name, body }) => factsOf(body, name));
  const met = calls.flatMap(({ agent, objections }) => objections.map((one) => ({ agent, ...one })));
  t.ok(met.length > 3);
  for (const { agent, quote, reply } of met.filter((one) => one.reply !== null)) {
    t.equal(reply?.speaker, agent);
    t.ok((reply?.segment_index ?? 0) > quote.segment_index);
  }
  t.ok(met.filter(({ reply }) => reply !== null).length > met.length / 2);
});

t.test(
  'words are quoted from the beginning of their sentence, and on to what turns their sense',
  async (t) => {
    const told = (before: string) => inItsSense({ quote: 'He says sell the kiln.' }, before).quote;
    t.equal(told('He says sell the kiln. And the dog.'), 'He says sell the kiln.');
    t.equal(
      told("That is it. He says sell the kiln. I'd sooner sell my son. Ha."),
      "He says sell the kiln. I'd sooner sell my son.",
    );
    const { quote } = inItsSense({ quote: 'it is too much.' }, 'Well. But it is too much. But I like it.');
    t.equal(quote, 'But it is too much. But I like it.');
  },
);

t.test('what the contact thanks for is not missed, and words to improve are no example', async (t) => {
  const facts = bodies.map(({ name, body }) => ({ body, call: factsOf(body, name) }));
  const blamed = facts.find(
    ({ call }) =>
      call.criteria.some(({ missed }) => missed.some(({ indicator }) => isHandling(indicator))) &&
      call.objections.some(({ isSure }) => isSure),
  );
  if (blamed === undefined) throw new Error('No call missed how objections are handled');
  const { body, call } = blamed;
  const { quote } = call.objections.find(({ isSure }) => isSure)?.quote ?? { quote: '' };
  const exchange = {
    kind: 'answer',
    text: 'I see.',
    segment_index: 4,
    start_time: 40,
    before: quote,
  } as const;
  const after = (after: string) => {
    const { criteria } = callFacts({ ...call, body, exchanges: [{ ...exchange, after }] });
    return criteria.flatMap(({ missed }) => missed).filter(({ indicator }) => isHandling(indicator)).length;
  };
  t.ok(after('No, thank you.') > 0);
  t.equal(after('I appreciate that.'), 0);

  t.equal(after('I appreciate that. But it is four grand.') > 0, true, 'thanks that hold on');

  const all = facts.map((one) => one.call);
  const [shown] = shownIn(all, { id: 'next_step' });
  if (shown === undefined) throw new Error('No next step was proposed');
  const { segment_index } = shown.quote;
  const left = { ...exchange, kind: 'decider_left_out', segment_index, after: null } as const;
  const others = shownIn([{ ...shown.call, exchanges: [left] }], { id: 'next_step' });
  t.notOk(others.some((one) => one.quote.segment_index === segment_index));
  const asked = { ...exchange, kind: 'proposal', segment_index, after: 'Is that sure or maybe?' } as const;
  const sure = shownIn([{ ...shown.call, exchanges: [asked] }], { id: 'next_step' });
  t.notOk(
    sure.some((one) => one.quote.segment_index === segment_index),
    'a step that was doubted',
  );
});

t.test(
  'no open question is missing where one may have been asked, and who answered has no name',
  async (t) => {
    const wanted = 'asked_open_questions';
    const facts = bodies.map(({ name, body }) => ({ body, call: factsOf(body, name) }));
    const missedIn = ({ criteria }: CallFacts) =>
      criteria.flatMap(({ missed }) => missed).filter(({ indicator }) => indicator === wanted).length;
    const missing = facts.find(({ call }) => missedIn(call) > 0);
    if (missing === undefined) throw new Error('No call missed open questions');
    const { body, call } = missing;
    const counted = (open_questions: number) => callFacts({ ...call, body, speech: { open_questions } });
    t.ok(missedIn(counted(0.1)) > 0);
    t.equal(missedIn(counted(0.4)), 0);
    for (const { score, potential, share } of counted(0.4).criteria) t.equal(share, score / potential);
    const sold = { ...body, disposition: { ...body.disposition, codes: ['sale_made' as const] } };
    t.equal(missedIn(callFacts({ ...call, body: sold })), 0, 'in a call that sold');
    const gatekeeper = { ...body, disposition: { ...body.disposition, codes: ['gatekeeper' as const] } };
    t.equal(contactOf(callFacts({ ...call, body: gatekeeper })), 'the contact');
  },
);
