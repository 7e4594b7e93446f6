import t from 'tap';
import { isPlainlyAgreed } from '../../src/facts/plainly-agreed.ts';
import { callOf } from '../fixtures/call-facts.ts';

const said = (speaker: string, quote: string, segment_index = 20) => ({
  ...{ segment_index, start_time: 10 * segment_index, speaker, quote },
});
const proposal = (text: string, after: string) => ({
  ...{ kind: 'proposal' as const, text, segment_index: 18, start_time: 180 },
  ...{ before: null, after },
});
const arrangement = (...turns: [role: 'agent' | 'contact', text: string][]) => ({
  ...{ kind: 'arrangement' as const, text: turns[0]?.[1] ?? '', segment_index: 22, start_time: 220 },
  ...{ before: null, after: null },
  turns: turns.map(([role, text], index) => ({ role, text, segment_index: 22 + index })),
});
const isPlain = (given: Partial<Parameters<typeof isPlainlyAgreed>[0]>, agreed = 'Saturday at two') =>
  isPlainlyAgreed({ ...callOf({ id: 'a' }), ...given }, agreed);

t.test('a time is told with its date where the words of the contact take it', async (t) => {
  t.ok(isPlain({}), 'of an analysis that keeps no words around it, nothing else is known');
  t.ok(isPlain({ outcomeQuotes: [said('John Miller', 'Saturday at two.')] }));
  t.ok(isPlain({ exchanges: [proposal('Shall I come on Saturday at two?', 'Yes, please do.')] }));
  t.ok(
    isPlain({ exchanges: [arrangement(['agent', 'Saturday at two?'], ['contact', 'Okay, that works.'])] }),
  );
});

t.test(
  'a time that the contact doubts or turns down, or that another day follows, is not told',
  async (t) => {
    const locked = 'Saturday the gate is locked, and the dogs are loose.';
    t.notOk(
      isPlain({ outcomeQuotes: [said('Ann', 'So Saturday at two?'), said('John Miller', locked, 21)] }),
    );
    t.notOk(isPlain({ outcomeQuotes: [said('John Miller', 'Is that Saturday the second?')] }));
    t.notOk(isPlain({ exchanges: [proposal('Saturday at two.', 'At two, yes. Oh, hang on.')] }));
    const later = arrangement(['agent', 'I have taken Monday out.'], ['contact', 'Send it to my mobile.']);
    t.notOk(isPlain({ outcomeQuotes: [said('John Miller', 'Saturday at two.')], exchanges: [later] }));
  },
);
