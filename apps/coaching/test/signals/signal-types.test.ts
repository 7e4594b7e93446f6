import t from 'tap';
import type { SpeechCount } from '../../src/engines/findings/speech/speech.ts';
import { composeSignal } from '../../src/signals/compose-signal.ts';

/** Of somebody who speaks much as others do. */
const usual = {
  ...{ sentences: 256, words: 1958, all_words: 2970, open_questions: 8, acknowledgements: 10 },
  ...{ closed_questions: 34, recaps: 7, reasons: 5, hedges: 5, self_words: 80, small_talk: 9, promises: 14 },
  ...{ proposals: 20, pitches: 10, warm_words: 5, contact_name: 5 },
};

t.test('one count is no type, whichever style it speaks for, and drives nobody', (t) => {
  const of = (more: Partial<Record<SpeechCount, number>>) =>
    composeSignal({
      ...{ name: 'Ada', calls: 9, words: 2000, quotes: {} },
      indicators: { ...usual, ...more },
    });
  const one = of({ figures: 55 });
  t.ok(one.DISC.conscientiousness >= 55, JSON.stringify(one.DISC));
  t.strictSame([one.DISC.profileName, one.coreMotivators], ['No clear type yet', []]);
  t.equal(
    one.psychologicalSummary,
    'No clear type yet: the calls do not show which of the four styles is strongest in Ada.',
  );
  t.match(
    one.reasoning,
    /Conscientiousness \d+ is raised by 5\d sentences with figures alone; one count says little|Conscientiousness \d+ is raised by about 55 sentences with figures alone; one count says little/,
  );
  const two = of({ figures: 55, recaps: 20 });
  t.match(two.DISC, { profileName: 'Analyst' });
  t.end();
});

t.test('who asks is not told to ask first, and no two lists of advice are the same', (t) => {
  const recommended = (more: Partial<Record<SpeechCount, number>>) =>
    composeSignal({
      ...{ name: 'Ada', calls: 9, words: 2000, quotes: {} },
      indicators: { ...usual, ...more },
    }).maxPerformanceRecs;
  const asking = recommended({ pitches: 32, open_questions: 12 });
  t.match(
    asking.join(' '),
    /Present one thing at a time.* So far: about 32 sentences that present the offer\./,
  );
  t.notMatch(asking, /Ask about the need first/);
  t.match(recommended({ pitches: 32, open_questions: 1 }).join(' '), 'Ask about the need first');
  t.notSame(recommended({ pitches: 36, open_questions: 12 }), asking);
  t.end();
});
