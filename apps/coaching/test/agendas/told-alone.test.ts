import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import type { ShownQuote } from '../../src/facts/criterion-of-call.ts';
import { namesOthers } from '../../src/facts/readable-quotes.ts';
import { shownIn } from '../../src/facts/telling-quotes.ts';
import { agendaOf, week3 } from '../fixtures/agenda-of-week.ts';
import { callOf } from '../fixtures/call-facts.ts';

t.test('a name that only the call explains is seen, and one that the text explains is not', async (t) => {
  const names = (quote: string) => namesOthers({ quote }, ['Ann Lee', 'Karen Novak']);
  t.ok(names("May I come by on Thursday, when Amy's there?"));
  t.ok(names('I will send Luis, he calls from the driveway.'));
  for (const quote of ['Then Friday, at nine or at eleven?', 'So, Karen, shall I come?', 'Do I call you?'])
    t.notOk(names(quote), quote);
});

t.test('words without such a name are shown before others', async (t) => {
  const asking = ['When does Amy do the books, and how?', 'What did they change?'].map((question, index) =>
    callOf({ id: String(index), listening: 4, question }),
  );
  t.equal(shownIn(asking, { id: 'listening' })[0]?.quote.quote, 'What did they change?');
});

const proposing = (quote: string, of: Partial<CallFacts>, after: string, closing: ShownQuote[] = []) =>
  week3({}).map((call, index): CallFacts => {
    const step = { segment_index: 9, speaker: 'Ann', quote, start_time: 90 };
    if (index > 0) return call;
    return {
      ...{ ...call, ...of },
      exchanges: [{ ...step, kind: 'proposal', text: quote, before: null, after }],
      criteria: call.criteria.map((one) => ({
        ...{ ...one, indicators: ['proposed_next_step'] },
        quotes: [{ ...step, indicator: 'proposed_next_step' }, ...closing],
      })),
    };
  });
const asked = (calls: CallFacts[]) =>
  agendaOf(calls)
    ?.content.questions.map(({ text }) => text)
    .join(' ');

t.test('a step with such a name is told by the words of the contact', async (t) => {
  const quote = 'Come at two, we are dead at two.';
  const outcomeQuotes = [{ segment_index: 10, speaker: 'Karen Novak', start_time: 100, quote }];
  const agreed = { agreed: 'Thursday at two', agreed_at: '2026-11-12T14:00', outcomeQuotes };
  const text = asked(proposing('May I come by on Thursday, when Amy is there?', agreed, quote));
  t.match(text, /Thursday 12 November at two/);
  t.match(text, /said(?: on 10 November:)? “Come at two, we are dead at two\.”/);
  t.notMatch(text, 'Amy');
});

t.test('an open step is told up to the words that closed it', async (t) => {
  const close = {
    segment_index: 11,
    speaker: 'Ann',
    start_time: 110,
    quote: 'I will see you Sunday, Karen.',
  };
  const calls = (closing: ShownQuote[]) =>
    proposing('Can I come by on Sunday?', {}, 'There is a potluck.', closing);
  t.match(
    asked(calls([close])),
    / heard “There is a potluck”, and ended with “I will see you Sunday, Karen\.”/,
  );
  t.match(asked(calls([])), / heard “There is a potluck\.” How/);
});

t.test('two agents who miss the same in other calls are not handed the same drill', async (t) => {
  const drillOf = (day: string) => {
    const calls = week3({ listening: 0, handling: null, day }).map((call) => ({
      ...call,
      criteria: call.criteria.map((one) => ({
        ...one,
        missed: one.missed.map((what) => ({ ...what, indicator: 'asked_first' })),
      })),
    }));
    return agendaOf(calls)?.content.drill?.text;
  };
  t.match(drillOf('2026-11-10'), /It was missing on 10 November\.$/);
  t.not(drillOf('2026-11-10'), drillOf('2026-11-12'));
});
