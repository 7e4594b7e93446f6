import type { AgendaContent } from '@debrief/contracts/resources/agenda-content';
import t from 'tap';
import { composeSummary } from '../../src/agendas/compose-summary.ts';
import { followUp } from '../../src/agendas/follow-up.ts';
import { summarizeCriteria } from '../../src/facts/summarize-criteria.ts';
import { callOf } from '../fixtures/call-facts.ts';

const moment = { recording_id: 'a', segment_index: 1, quote: 'Well, maybe.', start_time: 3, speaker: 'Ann' };
const content: AgendaContent = {
  ...{ overview: '', wins: [], follow_up: null, drill: { text: '', say: '', moment: null } },
  improvements: [
    {
      ...{
        criterion_id: 'listening',
        criterion: 'Listening',
        title: 'Listening: signs that you heard',
        text: '',
        moments: [],
      },
      figures: { points: 1, potential: 4, calls: 5 },
    },
  ],
  questions: ['q1', 'q2', 'q3', 'q4', 'q5'].map((id) => ({ id, text: `${id}?`, moment })),
};
const last = { cadence: 'weekly', period_start: '2026-11-02', title: 'Listening', content } as const;
const points = (listening: number, count = 3) =>
  summarizeCriteria(Array.from({ length: count }, (_, id) => callOf({ id: `${id}`, listening })));

t.test('a follow-up repeats the promise and says whether the numbers moved', async (t) => {
  const answers = { answers: {}, commitment: 'I will "wait" after each question' };
  t.equal(
    followUp({ ...last, answers }, points(3)),
    "In the agenda for the week of 2 November 2026 you promised: “I will 'wait' after each question”. The calls do not show clearly whether you kept it: say how it went. Listening went up from 25 % of the points in 5 calls to 75 % in 3 calls.",
  );
  t.match(
    followUp({ ...last, answers }, points(0)),
    'Listening went down from 25 % of the points in 5 calls to 0 %',
  );
  t.match(followUp({ ...last, answers }, points(1)), 'Listening stayed where it was: 25 %');
});

t.test('the numbers that a promise is about are told, whatever the last agenda was about', async (t) => {
  const calls = (share: number, speech: Record<string, number>) =>
    ['10', '11'].map((day) => callOf({ id: day, day: `2026-11-${day}`, listening: 4 * share, speech }));
  const told = (commitment: string) =>
    followUp({ ...last, answers: { answers: {}, commitment } }, points(3), new Set(), {
      calls: calls(1, { objections_taken_up: 2, open_questions: 2.1 }),
      callsBefore: calls(0, { objections_taken_up: 0 }),
    });
  t.match(
    told('When somebody objects I ask what is behind it'),
    'You acknowledged or asked about at least 4 objections, and none is known of the week before. Listening',
  );
  t.match(
    told('I ask more questions'),
    'You asked about 4 open questions in all, after about 0 in the week before. Listening',
  );
  t.match(
    told('I listen and say back what I heard'),
    'You showed that you heard what the contact said in all 2 calls.',
  );
  t.match(told('I drink less coffee'), 'What you promised is not among what is counted: say how it went.');
});

t.test('what is to be improved again is said to be', async (t) => {
  const answers = { answers: {} };
  const again = followUp({ ...last, answers }, points(1), new Set(['listening']));
  t.match(again, / now\. It is on the list again\.$/);
});

t.test('numbers of fewer than three calls are not compared', async (t) => {
  t.match(
    followUp({ ...last, answers: null }, points(4, 2)),
    /was about “Listening”; you have not sent in your answers\. The calls of this period do not show clearly/,
  );
});

t.test('of too few calls it is told in which of them the very thing was done', async (t) => {
  const title = 'Listening: more signs that you heard what the contact said (missing in the call with John)';
  const [improvement] = content.improvements;
  const told = { ...content, improvements: improvement ? [{ ...improvement, title }] : [] };
  const calls = (...points: number[]) =>
    points.map((listening, index) => callOf({ id: `${index}`, listening, day: `2026-11-1${index}` }));
  const compared = { calls: calls(4, 0), callsBefore: calls(0, 1, 1) };
  t.match(
    followUp({ ...last, content: told, answers: null }, points(4, 2), new Set(), compared),
    /You showed that you heard what the contact said in 1 of 2 calls \(not on 11 November\), after none of 3 in the week before\.$/,
  );
  const unclear = { ...callOf({ id: 'x' }), criteria: [] };
  const partly = { ...compared, callsBefore: [...compared.callsBefore, unclear] };
  t.match(
    followUp({ ...last, content: told, answers: null }, points(4, 2), new Set(), partly),
    /in 1 of 2 calls \(not on 11 November\)\.$/,
    'nothing is compared with calls of which some are unclear',
  );
});

t.test('who has sent in nothing is told whether the thing was done all the same', async (t) => {
  const [improvement] = content.improvements;
  const title = 'Discovery: more open questions (missing in the call with Lee on 4 November)';
  const told = improvement && { ...improvement, title, criterion_id: 'discovery' };
  const asking = (day: string, open_questions: number, isMissed = false) => {
    const call = callOf({ id: day, day: `2026-11-${day}`, speech: { open_questions } });
    const [one] = call.criteria;
    const missed = [{ indicator: 'asked_open_questions', text: 'more open questions', points: 2 }];
    const indicators = isMissed ? ['asked_open_questions'] : [];
    return {
      ...call,
      criteria: one ? [{ ...one, id: 'discovery', indicators, missed: isMissed ? missed : [] }] : [],
    };
  };
  const compared = {
    calls: [asking('10', 0.9), asking('11', 1.2), asking('12', 0.3)],
    callsBefore: [asking('03', 0.5), asking('04', 0, true), asking('05', 1.3)],
  };
  const few = { ...content, improvements: told ? [told] : [] };
  t.match(
    followUp({ ...last, content: few, answers: null }, [], new Set(), compared),
    /answers\. You asked an open question in at least 2 of 3 calls\. You asked about 2 open questions in all, after about 2 in the week before\.$/,
  );
});

t.test('what was done in every call is said to be done, without words of it', async (t) => {
  const [improvement] = content.improvements;
  const title = 'Discovery: a question before the presentation (missing with Lee on 4 November)';
  const told = improvement && { ...improvement, title, criterion_id: 'discovery' };
  const missed = [{ indicator: 'asked_first', text: 'a question before the presentation', points: 2 }];
  const asked = (day: string, text?: string) => {
    const call = callOf({ id: day, day: `2026-11-${day}` });
    const [one] = call.criteria;
    const isBefore = Number(day) < 9;
    const exchange = {
      kind: 'asked_first' as const,
      segment_index: 4,
      start_time: 40,
      before: null,
      after: 'Well.',
    };
    return {
      ...call,
      exchanges: text === undefined ? [] : [{ ...exchange, text }],
      criteria: one
        ? [
            {
              ...one,
              id: 'discovery',
              indicators: isBefore ? ['asked_first'] : [],
              missed: isBefore ? missed : [],
            },
          ]
        : [],
    };
  };
  const few = { ...content, improvements: told ? [told] : [] };
  const told3 = (calls: ReturnType<typeof asked>[]) =>
    followUp({ ...last, content: few, answers: null }, [], new Set(), { calls, callsBefore: [asked('04')] });
  t.match(
    told3([asked('10', "What'd they say?"), asked('11', 'And the fence?')]),
    /You asked a question before the presentation in all 2 calls\.$/,
  );
  t.notMatch(told3([asked('10', "What'd they say?"), asked('11')]), 'in all');
});

t.test('what the agenda comes back to is not told with its days twice', async (t) => {
  const title = 'Listening: more signs that you heard what the contact said (missing in the call with John)';
  const [improvement] = content.improvements;
  const few = { ...content, improvements: improvement ? [{ ...improvement, title }] : [] };
  const calls = ['10', '11'].map((day) => callOf({ id: day, day: `2026-11-${day}`, listening: 0 }));
  const told = followUp({ ...last, content: few, answers: null }, points(0, 2), new Set(['listening']), {
    calls,
    callsBefore: [],
  });
  t.match(told, /More signs that you heard what the contact said: still open, see below\.$/);
});

t.test('what rested on a single call is compared with nothing, then or later', async (t) => {
  const [improvement] = content.improvements;
  const single = improvement && { ...improvement, figures: { points: 0, potential: 4, calls: 1 } };
  const few = { ...content, improvements: single ? [single] : [] };
  t.match(followUp({ ...last, content: few, answers: null }, points(4)), /whether it was done\.$/);
  t.notMatch(composeSummary(few, { answers: {} }), 'The next agenda compares');
});

t.test('a summary counts the answers, points at brief ones and repeats the promise', async (t) => {
  const long = 'I would ask first what it means for her.';
  const answers = { q1: long, q2: long, q3: long, q4: long, q5: 'Not sure.' };
  t.equal(
    composeSummary(content, { answers, commitment: 'Ask first' }),
    'All 5 questions were answered. 1 answer has fewer than 4 words and may be worth asking about again. What was promised: “Ask first”. The next agenda compares listening with 25 % of the points in 5 calls.',
  );
  const taking = content.improvements.map((one) => ({
    ...one,
    title: 'Listening: taking up an objection before answering it',
    figures: { points: 4, potential: 9, calls: 8 },
  }));
  t.match(
    composeSummary({ ...content, improvements: taking }, { answers }),
    /compares listening with 5 of 9 objections not taken up in 8 calls\.$/,
  );
  t.match(composeSummary(content, { answers: { q1: long } }), /^1 of 5 questions .* Nothing was promised/);
});
