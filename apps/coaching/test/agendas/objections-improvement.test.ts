import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, none, week, week3 } from '../fixtures/agenda-of-week.ts';
import { callOf } from '../fixtures/call-facts.ts';

t.test('objections that were seldom taken up are counted over more weeks and cost most', async (t) => {
  const speech = { objections_clear: 1, objections_passed_over: 1 };
  const calls = week3({ handling: null, listening: 3, speech });
  const before = ['2', '3', '4', '5', '6'].map((day) =>
    callOf({
      ...{ id: `before-${day}`, contact: 'Lee Stone', day: `2026-11-0${day}`, handling: 4 },
      ...{ price: 'It is more than we can pay this year.', speech },
    }),
  );
  const { titles, content } = agendaOf(calls, none, before) ?? {};
  t.match(titles?.[0], /^Objection handling: taking up an objection before answering it \(missing/);
  t.match(content?.improvements[0], {
    text: /^Since 2 November you have mostly answered objections before anything showed that you had heard them\. Priya said “It is too much for Priya Nair, I think\.”/,
    figures: { calls: 8 },
    moments: [{ recording_id: 'call-2' }, { recording_id: 'call-1' }],
  });
  t.match(content?.improvements[0]?.text, /” Tom said “It is too much/, 'the title has the days');
  t.match(content?.drill, {
    text: /what Priya said/,
    say: /What would it have to bring you to be worth it\?$/,
  });
  const follow = { cadence: 'weekly', period_start: '2026-11-02', title: '', answers: null } as const;
  const last = content && { ...follow, content };
  const again = composeAgenda({
    ...{ ...week, calls, callsBefore: [], before: none, now: none, last: last ?? null },
  });
  t.match(again?.content.follow_up, 'In this period an objection was passed over at least 3 times.');
  const taken = before.map((call) => ({
    ...call,
    speech: { objections_clear: 1, objections_taken_up: 1 },
  }));
  t.notMatch(agendaOf(calls, none, taken)?.titles[0], 'Objection handling');
});

t.test('an objection is told with what the agent said next, unless that took it up', async (t) => {
  const speech = { objections_clear: 2, objections_passed_over: 2 };
  const answering = (quote: string) =>
    week3({ handling: null, listening: 4, speech }).map((call) => ({
      ...call,
      objections: call.objections.map((one) => ({
        ...one,
        reply: { segment_index: 4, speaker: 'Ann', start_time: 40, quote },
      })),
    }));
  const text = (quote: string) => agendaOf(withHandling(answering(quote)))?.content.improvements[0]?.text;
  const withHandling = (calls: CallFacts[]) => {
    const [first, ...others] = calls;
    const handling = week3({ handling: 4 })[0]?.criteria.at(-1);
    return first === undefined || handling === undefined
      ? calls
      : [{ ...first, criteria: [...first.criteria, handling] }, ...others];
  };
  t.match(
    text('We are the best in town.'),
    'Priya said “It is too much for Priya Nair, I think”, and you went on with “We are the best in town.”',
  );
  for (const taken of [
    'I hear you, it is a lot.',
    'What would you pay today?',
    'All right, I will leave it. Bye.',
  ])
    t.notMatch(text(taken), 'Priya said', taken);
});
