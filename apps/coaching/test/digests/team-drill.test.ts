import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf, figures, price, three } from '../fixtures/composed-digest.ts';

const passed = { listening: 4, speech: { objections_clear: 1, objections_passed_over: 1 } };

t.test('the team drills a top objection that was passed over, by words of the period', async (t) => {
  const [, ...others] = three({ ...passed, price });
  const first = callOf({ id: 'a', ...passed, price: 'But we would have to have the sixty first.' });
  t.match(
    digestOf([first, ...others]).team_drill,
    /^Price objections, in pairs.* what John said on 10 November: “Eighteen thousand/,
  );
});

t.test(
  'an objection that was passed over and came back harder is drilled before one that is only frequent',
  async (t) => {
    const first = callOf({ id: 'a', ...passed, price: 'But we would have to have the sixty first.' });
    const exchange = {
      kind: 'answer' as const,
      text: 'There is a loan for that.',
      segment_index: 4,
      start_time: 40,
    };
    const back = (after: string) => ({
      ...first,
      objections: first.objections.map((one) => ({ ...one, kind: 'Other' })),
      exchanges: [{ ...exchange, before: 'But we would have to have the sixty first.', after }],
    });
    const others = three({ listening: 4, handling: 4, price }).slice(1);
    t.match(
      digestOf([back("I don't think the board wants another loan."), ...others]).team_drill,
      /^An objection that is passed over comes back harder\. In pairs, for ten minutes: one says what John said on 10 November: “I don't think the board wants another loan\.” The other says back what was heard, asks one question, and only then answers\. Change roles/,
    );
    t.match(digestOf([back('How long is it?'), ...others]).team_drill, /^Price objections/);
  },
);

t.test('nothing is drilled that the digest does not name', async (t) => {
  // Passed over in one call, and in the week before.
  const once = [callOf({ id: 'a', ...passed, price }), ...['b', 'c'].map((id) => callOf({ id, ...passed }))];
  const { team_drill, top_objections } = digestOf(once);
  t.strictSame([team_drill, top_objections], [null, []]);
  const before = digestOf(
    three({ listening: 4, price, isSure: false }),
    figures(3, 3),
    figures(3, 3),
    three({ ...passed, price, day: '2026-11-03' }),
  );
  t.match(before.team_drill, 'what John said on 10 November');
});

const opening = (after: string | null, missed = ['asked_permission'], clear = ['introduced_company']) =>
  three({ listening: 4, handling: 4 }).map((call, index): CallFacts => {
    const [listening, one] = call.criteria as [CallFacts['criteria'][number], CallFacts['criteria'][number]];
    const own = {
      ...{ ...one, id: 'opening', title: 'Opening', weight: 0.5, share: 0.75, score: 3 },
      indicators: ['introduced_self', 'introduced_company', 'asked_permission'],
    };
    const lacking = {
      ...own,
      indicators: ['introduced_self', 'asked_permission', ...clear],
      missed: missed.map((indicator) => ({ indicator, text: `missing ${indicator}`, points: 2 })),
    };
    return {
      ...call,
      criteria: [listening, index < 2 ? lacking : own],
      exchanges: [
        {
          ...{ kind: 'beginning' as const, text: 'Hi, this is Ann.', segment_index: 0, start_time: 0 },
          ...{ before: null, after },
        },
      ],
    };
  });

t.test('what the headline says got least is drilled, with what a contact answered to it', async (t) => {
  const { headline, team_drill } = digestOf(opening('Real quick, I have bread in.'));
  t.match(
    headline,
    "Opening comes out weakest, with 75 % of the points. Missing asked_permission was missing in Ann's calls with John on 10 November and John on 10 November.",
  );
  t.match(
    team_drill,
    /^Opening, in pairs, for ten minutes: one says who is calling and why, and asks “Is this .*” The other answers as John did on 10 November: “Real quick, I have bread in\.” The first agrees on another hour/,
  );
  for (const after of [null, 'Dreier, you are the ones with the blue trucks.'])
    t.match(digestOf(opening(after)).team_drill, 'The other answers as a customer who is busy.');
});

t.test('who did not say where they call from is told that, and not to ask whether it suits', async (t) => {
  const both = digestOf(opening(null, ['asked_permission', 'introduced_company'])).headline;
  t.match(both, "Missing introduced_company was missing in Ann's calls with John on 10 November");
  t.notMatch(both, 'asked_permission');
  t.notMatch(
    digestOf(opening(null, ['asked_permission'], [])).headline,
    'asked_permission',
    'where it is unclear',
  );
});
