import t from 'tap';
import { quotesOf } from '../../src/signals/quotes-of.ts';

t.test('a quote that stands alone is told before a newer one that points at the call', async (t) => {
  const calls = [
    {
      day: '2026-11-10',
      quotes: [{ shows: 'open_questions' as const, text: 'How did you do it, when it went out?' }],
    },
    { day: '2026-11-02', quotes: [{ shows: 'open_questions' as const, text: 'What worries you most?' }] },
    {
      day: '2026-10-26',
      quotes: [{ shows: 'open_questions' as const, text: 'What would you need to see before you trust us?' }],
    },
  ];
  t.match(quotesOf(calls).open_questions, { day: '2026-10-26' });
  t.match(quotesOf(calls.slice(0, 2)).open_questions, { day: '2026-11-02' });
  t.match(quotesOf(calls.slice(0, 1)).open_questions, { day: '2026-11-10' });
});

t.test('figures are shown by the price that names most of them', async (t) => {
  const price = (text: string) => ({
    day: '2026-11-10',
    quotes: [{ shows: 'prices_stated' as const, text }],
  });
  const long = 'That is eighteen thousand, and you get thirty percent back.';
  t.equal(quotesOf([price('Six hundred.'), price(long)]).figures?.text, long);
});
