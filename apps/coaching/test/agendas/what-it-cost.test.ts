import t from 'tap';
import type { Exchange } from '../../src/engines/findings/speech/speech.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { agendaOf, week3 } from '../fixtures/agenda-of-week.ts';

const said = (
  kind: Exchange['kind'],
  text: string,
  after: string,
  before: string | null = null,
): Exchange => ({
  ...{ kind, text, before, after, segment_index: 2, start_time: 20 },
});

t.test(
  'what weighs little is told where the contact shows what it cost, and not where nobody felt it',
  async (t) => {
    const opening = (after: string) =>
      week3({ listening: 4, handling: 4 }).map((call, index) => ({
        ...call,
        exchanges: [
          { ...said('beginning', 'Hi, this is Ann.', index === 1 ? after : 'Yes, hello.'), segment_index: 0 },
        ],
        criteria: call.criteria.map((one) =>
          one.id === 'listening'
            ? one
            : {
                ...{ ...one, id: 'opening', title: 'Opening', weight: 0.5, share: 0.8, score: 3.2 },
                missed:
                  index === 1
                    ? [{ indicator: 'asked_permission', text: 'asking whether it suits', points: 2 }]
                    : [],
              },
        ),
      }));
    const { improvements, drill } = agendaOf(opening('Real quick, I am driving.'))?.content ?? {};
    t.match(improvements, [
      {
        title: 'Opening: asking whether it suits (missing with Tom on 11 November)',
        text: 'You began with “Hi, this is Ann”, and Tom answered “Real quick, I am driving.” One short question first gets you their time, or a better hour.',
      },
    ]);
    t.match(drill?.text, 'be as short as Tom was');
    t.strictSame(agendaOf(opening('Hello Ann.'))?.content.improvements, []);
    const leaf = agendaOf(opening('A boy stood there eating a leaf.'))?.content.improvements ?? [];
    t.notMatch(JSON.stringify(leaf), 'eating a leaf', 'telling a story is not being busy');
    const reached = opening('Real quick, I am driving.').map((call) => ({
      ...call,
      outcomes: ['appointment_set'],
    }));
    t.strictSame(agendaOf(reached)?.content.improvements, [], 'who agreed all the same lost nothing');
  },
);

t.test('who was named as deciding and never asked about is told, in all the words of it', async (t) => {
  const [first, ...others] = week3({ listening: 3, handling: 4 }) as [CallFacts, ...CallFacts[]];
  const criteria = first.criteria.map((one) => ({ ...one, missed: [], indicators: ['agreed_next_step'] }));
  const told = (before: string, share = 0.75) => {
    const exchanges = [said('decider_left_out', 'Does Monday suit you?', 'Fine.', before)];
    const own = {
      ...first,
      exchanges,
      criteria: criteria.map((one) => ({ ...one, share, score: 4 * share })),
    };
    const calls = [own, ...others.map((call) => ({ ...call, criteria: [] }))];
    return agendaOf(calls)?.content.improvements.filter(({ title }) => /who else/.test(title));
  };
  t.match(told('My wife decides that. She always has.'), [
    {
      text: 'Karen spoke of a wife: “My wife decides that. She always has.” You proposed “Does Monday suit you?” without a word about the wife. You could say: “Is there anybody you would like to have there as well?”',
    },
  ]);
  t.match(told('My son has to see it first.'), [{ figures: { calls: 1 } }]);
  for (const light of [
    'That is what my son says. He says sell it.',
    "My wife says sell it. I'd sooner sell my wife.",
    'My wife says no. But I decide.',
  ])
    t.strictSame(told(light), [], light);
  t.strictSame(told('My wife decides that.', 1), [], 'the criterion was met in full');
});

t.test('an answer that is no mere yes or no shows nothing against a question', async (t) => {
  const asking = (after: string) =>
    week3({ listening: 4, handling: 4 }).map((call) => ({
      ...call,
      exchanges: [said('short_answer', 'How old are you, if you do not mind?', after)],
      criteria: call.criteria.map((one) => ({
        ...{ ...one, share: 0.5, score: 2, indicators: ['asked_open_questions'] },
        missed: [{ indicator: 'asked_open_questions', text: 'more open questions', points: 2 }],
      })),
    }));
  const told = (after: string) => agendaOf(asking(after))?.content.improvements[0]?.text;
  t.match(told('Not really.'), /and got no more than “Not really\.” A “what” or a “how”/);
  t.notMatch(told('I do mind.'), 'I do mind');
});

t.test('only who asks for the price again shows what a hidden one cost', async (t) => {
  const told = (after: string) =>
    agendaOf(
      week3({ listening: 4, handling: 4 }).map((call, index): CallFacts => {
        if (index > 0) return call;
        const quote = 'That is what the measuring is for.';
        const text = `Karen asked “what does it cost?” and got “${quote}” Give a range and say what it depends on.`;
        const advised = {
          kind: 'price',
          quotes: [{ segment_index: 2, start_time: 20, speaker: 'Ann', quote }],
        };
        const criteria = call.criteria.map((one) =>
          one.id === 'listening'
            ? one
            : {
                ...{
                  ...one,
                  id: 'price',
                  title: 'Price',
                  share: 0,
                  score: 0,
                  indicators: ['answered_price'],
                },
                missed: [{ indicator: 'answered_price', text: 'a figure', points: 2 }],
              },
        );
        return {
          ...{ ...call, criteria, improvements: [{ text, ...advised }] },
          exchanges: [said('dodged_price', quote, after)],
        };
      }),
    )?.content.improvements[0]?.text;
  t.match(told('You must have some idea.'), 'After that Karen said “You must have some idea.” Give a range');
  t.notMatch(told('How long it runs, and whether it works.'), 'After that');
});
