import t from 'tap';
import { composeAgenda } from '../../src/agendas/compose-agenda.ts';
import { unnamedKind } from '../../src/engines/findings/objections/objection-labels.ts';
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
    title: /before answering it \(missing, for example, with Priya on 12 November and Tom on 11 November\)$/,
    text: /^Since 2 November you have mostly answered objections without showing first that you had heard them\. Priya said “It is too much for Priya Nair, I think\.”/,
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

t.test(
  'what came back to the newest that was passed over is drilled, and what went well since is said',
  async (t) => {
    const speech = { objections_clear: 2, objections_passed_over: 2 };
    const back = "I don't think the board wants another loan. We still owe on the parking lot.";
    const turns = [
      'My sister says they are all crooks.',
      'What did they do to her?',
      'They left.',
      'You pay when it runs.',
      'I like that.',
    ];
    const calls = week3({ handling: 0, listening: 4, speech }).map((call, index): CallFacts => {
      const [objection] = call.objections;
      const reply = { segment_index: 4, speaker: 'Ann', start_time: 40, quote: 'There is a loan for that.' };
      const answer = { kind: 'answer' as const, text: reply.quote, segment_index: 4, start_time: 40 };
      const won = { kind: 'won_over' as const, text: turns[1] ?? '', segment_index: 21, start_time: 210 };
      const said = turns.map((text, at) => ({
        ...{ role: at % 2 === 0 ? ('contact' as const) : ('agent' as const), text, segment_index: 20 + at },
      }));
      return index === 2
        ? { ...call, objections: [], exchanges: [{ ...won, before: null, after: null, turns: said }] }
        : {
            ...call,
            objections: call.objections.map((one) => ({ ...one, kind: unnamedKind, reply })),
            exchanges: [{ ...answer, before: objection?.quote.quote ?? null, after: back }],
          };
    });
    const few = calls.map((call, index) => ({
      ...call,
      criteria: index === 0 ? call.criteria : call.criteria.slice(0, 1),
    }));
    const { improvements = [], drill } = agendaOf(few)?.content ?? {};
    t.match(
      improvements[0]?.text,
      'without showing first that you had heard them; with Priya on 12 November you did take the objection up first. Tom said',
    );
    t.match(improvements[0]?.text, /First say back what you heard, then ask, and only then answer\.$/);
    t.match(drill, {
      text: `Tom said: “${back}”`,
      say: 'So you still owe on the parking lot. What worries you most about that?',
    });
  },
);

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
