import t from 'tap';
import { authorityKind } from '../../src/engines/findings/objections/objection-labels.ts';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf } from '../fixtures/composed-digest.ts';
import { arranged, followed, others, quoteOf, tuesday } from '../fixtures/followed-steps.ts';

t.test(
  'what was over with the period is told as what was to be, and kept apart from what is to come',
  async (t) => {
    const given = (date: string, day: string, promises: CallFacts['promises'] = []) => {
      const call = callOf({ id: 'a', outcome: 'appointment_set' });
      const exchanges = [arranged([`Can I come on ${day}?`, `${day} is fine.`], [[day, date]])];
      return digestOf([{ ...call, exchanges, promises }, ...others]).to_follow_up?.[0];
    };
    const bring = [
      { text: 'Bring the roof drawing', quotes: [quoteOf('Ann', 'I will bring the roof drawing.')] },
    ];
    t.match(given('2026-11-14', 'Saturday', bring), {
      detail:
        'Saturday 14 November: Ann was to visit John (agreed on 10 November). Ann was to bring the roof drawing.',
      is_over: true,
    });
    t.match(given('2026-11-21', 'Saturday', bring), {
      detail:
        'Saturday 21 November: Ann visits John (agreed on 10 November). Ann is to bring the roof drawing.',
      is_over: false,
    });
  },
);

t.test('a step is told with what it depends on, and with who has a say in it', async (t) => {
  const asked = (before: string, text: string, after: string) => ({
    ...{ kind: 'question' as const, text, segment_index: 12, start_time: 120, before, after },
  });
  const step = (...more: NonNullable<CallFacts['exchanges']>) =>
    followed('appointment_set', {
      exchanges: [arranged(['Can I come on Tuesday?', 'Tuesday is fine.'], [tuesday]), ...more],
    }).told.join(' ');
  const cousin = asked(
    'My cousin sells houses.',
    'Will you ask your cousin?',
    "Yes. If she says it's okay I'd do it.",
  );
  t.match(step(cousin), / It depends on John's cousin: “If she says it's okay I'd do it\.”$/);
  t.match(
    step(asked('Now there is my wife.', 'What does she think?', 'She wants it in the bank.')),
    / John's wife has a say in it\.$/,
  );
  const bank = asked('It is a lot.', 'What would help?', "If the bank says yes I'd do it.");
  t.match(step(bank), / John set a condition: “If the bank says yes I'd do it\.”$/);
  const wife = (quote: string) =>
    followed('appointment_set', {
      exchanges: [
        arranged(['Can I come on Tuesday?', 'Tuesday is fine.'], [tuesday]),
        asked(quote, 'Should I talk with your wife?', 'She is in on Thursdays.'),
      ],
      objections: [
        {
          ...{ kind: authorityKind, isSure: true, isHandled: false, answer: null },
          quote: quoteOf('John Miller', quote),
        },
      ],
    }).told.join(' ');
  t.match(
    wife('My wife has to agree to what we spend.'),
    / John's wife has a say in it: “My wife has to agree to what we spend\.”$/,
  );
  t.match(wife('My wife does all that on the computer.'), /Ann visits John \(agreed on 10 November\)\.$/);
  t.notMatch(step(asked('If it rains I will be inside.', 'Is it far?', 'No.')), 'depends on');
  const table = "I see. I'd like to have that in a table. Month by month.";
  t.match(
    step(asked('So it is even.', 'Even, yes.', table)),
    / What John asked for: “I'd like to have that in a table\. Month by month\.”$/,
  );
  const day = arranged(
    ['Can I come on Tuesday, after the service?', 'There is a potluck.', 'See you Tuesday, John.'],
    [tuesday],
  );
  t.match(followed('appointment_set', { exchanges: [day] }).told, [
    /^Tuesday 17 November, after the service: Ann visits John/,
  ]);
});

t.test('what was promised at once, who is sent, and a price that is owed are told', async (t) => {
  const promise = (text: string) => ({
    ...{ kind: 'promise' as const, text, segment_index: 22, start_time: 220, before: null, after: null },
  });
  const agreed = { agreed: 'Tuesday at two', agreed_at: '2026-11-17T14:00' };
  const said = quoteOf('John Miller', 'Come at two, we are dead at two.');
  const step = (given: Partial<CallFacts>) =>
    followed('appointment_set', { ...agreed, outcomeQuotes: [said], ...given }).told.join(' ');
  const task = [
    { text: 'Send John the new number', quotes: [quoteOf('John Miller', 'Send me the new number.')] },
  ];
  t.match(
    step({ promises: task, exchanges: [promise("You'll have it in ten minutes. See you.")] }),
    / Ann was to send John the new number on 10 November \(“You'll have it in ten minutes”\)\.$/,
  );
  t.match(step({ promises: task }), / Ann is to send John the new number\.$/);
  t.match(
    step({ exchanges: [promise("I'll send Luis, he'll call from the driveway.")] }),
    / Ann said: “I'll send Luis, he'll call from the driveway\.”$/,
  );
  const improvements = [{ kind: 'price', text: 'Give a range.', quotes: [] }];
  t.match(step({ improvements }), / John asked for the price and was given no figure\.$/);
});
