import t from 'tap';
import type { CallFacts } from '../../src/facts/call-facts.ts';
import { callOf } from '../fixtures/call-facts.ts';
import { digestOf } from '../fixtures/composed-digest.ts';

const others = ['b', 'c'].map((id) => callOf({ id }));
const quoteOf = (speaker: string, quote: string) => ({
  ...{ segment_index: 20, start_time: 200, speaker, quote },
});

function followed(outcome: string, given: Partial<CallFacts>) {
  const call = { ...callOf({ id: 'a', outcome }), ...given };
  const { to_follow_up = [], evidence } = digestOf([call, ...others]);
  const own = evidence.filter(({ claim_id }) => claim_id === 'to_follow_up.0');
  return { told: to_follow_up.map(({ detail }) => detail), cited: own.map(({ quote }) => quote), own };
}

const proposal = (text: string, after: string) => ({
  ...{ kind: 'proposal' as const, text, segment_index: 18, start_time: 180 },
  ...{ before: null, after },
});

t.test('a digest tells what its calls left to be done, with the words that it rests on', async (t) => {
  const said = quoteOf('John Miller', 'Come at two, we are dead at two.');
  t.match(
    followed('appointment_set', {
      ...{ agreed: 'Thursday at two', agreed_at: '2026-11-12T14:00', outcomeQuotes: [said] },
    }),
    {
      told: ['Ann and John on 10 November: they settled on Thursday 12 November at two.'],
      cited: [said.quote],
    },
  );
  const exchanges = [proposal('Then Friday, at nine or at eleven?', 'Eleven. He sleeps in.')];
  t.strictSame(followed('callback_requested', { exchanges }).told, [
    'Ann and John on 10 November: Ann proposed “Then Friday, at nine or at eleven?”, and John said “Eleven.”',
  ]);
  const condition = quoteOf('John Miller', 'Let me call the bank, and if they say yes I am in.');
  t.strictSame(followed('next_step_agreed', { outcomeQuotes: [condition] }).told, [
    `Ann and John on 10 November, with a condition: John said “${condition.quote}”`,
  ]);
});

t.test('of a call whose end is not clear only what was said in so many words is left', async (t) => {
  const [call] = others as [CallFacts];
  const close = { ...quoteOf('Ann', 'I will see you Sunday, John.'), indicator: 'closed_politely' };
  const exchanges = [proposal('Can I come by on Sunday?', 'There is a potluck.')];
  const criteria = call.criteria.map((one) => ({ ...one, quotes: [close] }));
  t.strictSame(followed('unclear', { exchanges, criteria }).told, [
    'Ann and John on 10 November: Ann proposed “Can I come by on Sunday?”, and ended with “I will see you Sunday, John.”',
  ]);
  const promises = [{ text: '', quotes: [quoteOf('John Miller', 'Send me the number in writing.')] }];
  t.strictSame(followed('sale_made', { promises }).told, [
    'Ann and John on 10 November: John said “Send me the number in writing.”',
  ]);
  t.strictSame(followed('unclear', { exchanges }).told, []);
  t.strictSame(followed('not_interested', { promises, exchanges, criteria }).told, []);
});

t.test(
  'how the two settled it is told turn by turn, with its dates and what was promised beside',
  async (t) => {
    const turn = (role: 'agent' | 'contact', text: string, segment_index: number) => ({
      role,
      text,
      segment_index,
    });
    const turns = [
      turn('agent', 'Then Monday, ten o’clock.', 20),
      turn('contact', 'I am in meetings till eleven.', 21),
      turn('agent', 'Eleven fifteen.', 22),
      turn('contact', 'All right. Send me the number.', 23),
      turn('agent', 'See you, John.', 24),
    ];
    const arrangement = {
      ...{ kind: 'arrangement' as const, text: 'Then Monday, ten o’clock.', segment_index: 20 },
      ...{ start_time: 200, before: null, after: null, turns },
      days: [{ day: 'Monday', date: '2026-11-16' }],
    };
    const promises = [{ text: '', quotes: [quoteOf('Ann', 'I will bring the drawing of the roof.')] }];
    const exchanges = [arrangement];
    for (const outcome of ['callback_requested', 'unclear'])
      t.match(followed(outcome, { exchanges, promises }), {
        told: [
          'Ann and John on 10 November: Ann said “Then Monday, ten o’clock”, John “I am in meetings till eleven”, Ann “Eleven fifteen” and John “All right. Send me the number.” Monday is 16 November. Ann also said “I will bring the drawing of the roof.”',
        ],
        cited: ['Then Monday, ten o’clock.'],
        own: [{ speaker: 'Ann' }],
      });
    const begun = [turn('contact', 'Let me ask on Monday, I will call you.', 20), ...turns.slice(2)];
    t.match(
      followed('callback_requested', {
        exchanges: [{ ...arrangement, text: begun[0]?.text ?? '', turns: begun }],
      }).own,
      [{ speaker: 'John Miller', quote: 'Let me ask on Monday, I will call you.' }],
      'the words that it rests on are those of whoever said them',
    );
    const refused = [turns[0], turn('contact', 'No, that does not suit me.', 21)].flatMap((one) => one ?? []);
    t.strictSame(followed('unclear', { exchanges: [{ ...arrangement, turns: refused }] }).told, []);
  },
);

t.test('the soonest day is told first, and what has none last', async (t) => {
  const at = (id: string, agreed: string, agreed_at: string): CallFacts => ({
    ...callOf({ id, outcome: 'appointment_set', contact: `${id.toUpperCase()}. Miller` }),
    ...{ agreed, agreed_at, outcomeQuotes: [quoteOf('John', 'Come at two, we are dead at two.')] },
  });
  const promises = [{ text: '', quotes: [quoteOf('Ann', 'I will send you the drawing tonight.')] }];
  const undated = { ...callOf({ id: 'u', outcome: 'next_step_agreed' }), promises };
  const calls = [
    undated,
    at('b', 'Friday at two', '2026-11-20T14:00'),
    at('c', 'Monday at two', '2026-11-16T14:00'),
  ];
  const days = digestOf(calls).to_follow_up?.map(
    ({ detail }) => /\d+ November(?= at)|tonight/.exec(detail)?.[0],
  );
  t.strictSame(days, ['16 November', '20 November', 'tonight']);
});

t.test('beside it is told what was promised in words that read alone, each once', async (t) => {
  const said = (speaker: string, quote: string, text = '') => ({ text, quotes: [quoteOf(speaker, quote)] });
  const told = (...promises: CallFacts['promises']) =>
    followed('appointment_set', {
      ...{ agreed: 'Thursday at two', agreed_at: '2026-11-12T14:00', promises },
      outcomeQuotes: [quoteOf('John Miller', 'Come at two. I call you Thursday.')],
      exchanges: [proposal('Three. I will call you, have the name ready.', 'Fine.')],
    }).told[0]?.split(/(?<=[.?]”?) (?=Ann also)/)[1];
  const letter = said('Ann', 'I will write the letter with you for the board.');
  t.equal(told(said('Ann', "It is in there, I'll put a sticky on it.")), undefined);
  t.equal(told(said('Ann', 'I will call you, have the name ready.')), undefined);
  t.equal(
    told(said('Ann', 'I will bring the form, “so”.', 'Bring it: “so”'), letter),
    "Ann also said “I will write the letter with you for the board” and “I will bring the form, 'so'.”",
  );
  t.equal(
    told(letter, said('John Miller', 'Send me the number in writing.')),
    'Ann also said “I will write the letter with you for the board”, and John said “Send me the number in writing.”',
  );
});

t.test('a step tells what it is for, and a time that is in doubt is not told', async (t) => {
  const turn = (role: 'agent' | 'contact', text: string, segment_index: number) => ({
    ...{ role, text, segment_index },
  });
  const arranged = (before: string | null, ...turns: ReturnType<typeof turn>[]) => ({
    ...{ kind: 'arrangement' as const, text: turns[0]?.text ?? '', segment_index: 20, start_time: 200 },
    ...{ before, after: null, turns, days: [{ day: 'Tuesday', date: '2026-11-17' }] },
  });
  const tuesday = [
    turn('agent', 'How about Tuesday at two?', 20),
    turn('contact', 'Tuesday at two. Mind the dog.', 21),
  ];
  const toldOf = (outcome: string, given: Partial<CallFacts>) => followed(outcome, given).told.join(' ');
  t.match(
    toldOf('callback_requested', { exchanges: [arranged('Somebody comes and measures it.', ...tuesday)] }),
    /Tuesday is 17 November\. Before that Ann had said what it is for: “Somebody comes and measures it\.”$/,
  );
  t.notMatch(toldOf('callback_requested', { exchanges: [arranged(null, ...tuesday)] }), 'what it is for');
  const alone = turn('agent', 'So I call you Tuesday, at ten.', 20);
  t.match(
    toldOf('callback_requested', { exchanges: [arranged(null, alone)] }),
    'Ann said “So I call you Tuesday, at ten.” Tuesday is 17 November.',
  );
  const doubted = 'Saturday at two';
  t.equal(
    toldOf('appointment_set', { doubted, exchanges: [arranged(null, ...tuesday)] }),
    '',
    'words about another day',
  );
  const locked = quoteOf('John Miller', 'Saturday the gate is locked, and the dogs are loose.');
  t.equal(toldOf('appointment_set', { doubted, outcomeQuotes: [locked] }), '');
  const score = proposal('Could you bring the score?', 'I bring it.');
  const settled = (...exchanges: CallFacts['exchanges'] & object) =>
    toldOf('appointment_set', {
      ...{ agreed: 'Friday at two', agreed_at: '2026-11-13T14:00', exchanges },
      outcomeQuotes: [quoteOf('John Miller', 'Friday at two is fine.')],
    });
  t.notMatch(settled(score), 'score');
  t.match(
    settled(proposal('Come and do the test.', 'All right.'), score),
    'had said “Come and do the test.”',
  );
});
