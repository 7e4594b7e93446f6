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
  const cited = evidence.filter(({ claim_id }) => claim_id === 'to_follow_up.0').map(({ quote }) => quote);
  return { told: to_follow_up.map(({ detail }) => detail), cited };
}

const proposal = (text: string, after: string) => ({
  ...{ kind: 'proposal' as const, text, segment_index: 18, start_time: 180 },
  ...{ before: null, after },
});

t.test('a digest tells what its calls left to be done, with the words that it rests on', async (t) => {
  const said = quoteOf('John Miller', 'Come at two, we are dead at two.');
  t.strictSame(
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
