import t from 'tap';
import type { SpeechCount, SpeechCounts } from '../../src/engines/findings/speech/speech.ts';
import { profileOfAda } from '../fixtures/usual-speech.ts';

const advised = (counts: SpeechCounts, said: Partial<Record<SpeechCount, string>> = {}) =>
  profileOfAda(
    counts,
    Object.fromEntries(Object.entries(said).map(([shows, text]) => [shows, { text, day: '2026-10-28' }])),
  ).maxPerformanceRecs.join('\n');

t.test('who asks is not told to ask first, and no two lists of advice are the same', (t) => {
  const asking = advised({ pitches: 32, open_questions: 12 });
  t.match(asking, /Present one thing at a time.* So far: about 32 sentences that present the offer\./);
  t.notMatch(asking, /Ask about the need first/);
  t.match(advised({ pitches: 32, open_questions: 1 }), 'Ask about the need first');
  t.not(advised({ pitches: 36, open_questions: 12 }), asking);
  t.end();
});

t.test('words that show what an advice is against are told as that, and not as an example of it', (t) => {
  const all = 'We put in the panels, we do all the paperwork, and we look after it for years.';
  t.match(
    advised({ pitches: 32, open_questions: 12 }, { pitches: all }),
    `before you go on, instead of saying all at once, as in: “${all}” (28 October 2026).`,
  );
  t.match(
    advised({ pitches: 32, open_questions: 1 }, { pitches: all }),
    `present only what answers it, instead of saying all at once, as in: “${all}” (28 October 2026).`,
  );
  const figures = 'It is eighteen thousand dollars, and you get thirty percent back.';
  t.match(
    advised({ figures: 55, all_words: 2800 }, { figures }),
    `ask what it means to the customer, instead of giving several at once, as in: “${figures}” (28 October 2026).`,
  );
  t.match(
    advised({ pressure: 80 }, { pressure: 'You have to decide today.' }),
    'ask what holds them back instead of pushing on, as in: “You have to decide today.” (28 October 2026).',
  );
  t.match(
    advised({ hedges: 14 }, { hedges: 'Maybe I could come at five.' }),
    'without “maybe” or “I think”, instead of hedging, as in: “Maybe I could come at five.” (28 October 2026).',
  );
  t.end();
});

t.test('words that do not show it are not quoted: the count stands for them', (t) => {
  const presenting = advised(
    { pitches: 32, open_questions: 12 },
    { pitches: 'Look, honestly, we do good roofs.' },
  );
  t.match(presenting, 'So far: about 32 sentences that present the offer.');
  for (const figures of [
    'It comes to a hundred and fifty dollars.',
    'In 2026 the delivery is free, so $150.',
  ])
    t.match(
      advised({ figures: 55, all_words: 2800 }, { figures }),
      'what it means to the customer. So far: about 55 sentences with figures.',
    );
  t.end();
});
