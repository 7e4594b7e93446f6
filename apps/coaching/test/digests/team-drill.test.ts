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
  t.match(before.top_objections, [{ label: 'Price' }]);
  t.equal(before.team_drill, null);
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
    'opening got least, 75 % of its points: missing asked_permission was missing in calls of Ann on 10 November.',
  );
  t.match(
    team_drill,
    'Opening, in pairs, for ten minutes: one answers the telephone as John did on 10 November: “Real quick, I have bread in.” The other opens the call with “Is this',
  );
  t.match(digestOf(opening(null)).team_drill, 'one answers the telephone as a customer. The other');
});

t.test('who did not say where they call from is told that, and not to ask whether it suits', async (t) => {
  const both = digestOf(opening(null, ['asked_permission', 'introduced_company'])).headline;
  t.match(both, 'missing introduced_company was missing in calls of Ann on 10 November');
  t.notMatch(both, 'asked_permission');
  t.notMatch(
    digestOf(opening(null, ['asked_permission'], [])).headline,
    'asked_permission',
    'where it is unclear',
  );
});
