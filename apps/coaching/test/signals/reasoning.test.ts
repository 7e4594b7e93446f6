import t from 'tap';
import type { SpeechCounts } from '../../src/engines/findings/speech/speech.ts';
import { profileOfAda } from '../fixtures/usual-speech.ts';

const reasoning = (counts: SpeechCounts) => profileOfAda(counts).reasoning;

t.test(
  'a score is high or low because of what the agent does, and scores with one cause are told together',
  (t) => {
    t.match(
      reasoning({ all_words: 2800, pitches: 32 }),
      'Influence is high (60) and Steadiness low (42) because Ada talks much and presents the offer at length (about 32 sentences).',
    );
    t.match(
      reasoning({ figures: 55, recaps: 20 }),
      'Conscientiousness is high (63) because Ada names many figures (about 55 sentences) and often checks or repeats what was said (about 20 times).',
    );
    t.match(
      reasoning({ all_words: 2800, open_questions: 24, acknowledgements: 35 }),
      'Steadiness is high (66) because Ada often shows that the other person was heard (about 35 times) and asks many open questions (about 24), although Ada talks much.',
    );
    t.end();
  },
);

t.test('what was never done is told without a number, unless it is counted as it stands', (t) => {
  t.match(
    reasoning({ warm_words: 0, contact_name: 0 }),
    /because Ada uses few warm words \(none\) and seldom uses the first name of the other person \(not once\)\./,
  );
  const speech = { sentences: 1024, words: 7832, all_words: 14880 };
  t.match(
    reasoning({ ...speech, acknowledgements: 0.2, open_questions: 0.3, promises: 25 }),
    /Ada seldom shows that the other person was heard and seldom promises to do something \(about 25 times, less often than usual\)/,
  );
  t.end();
});

t.test('scores that rest on one thing each are told in one sentence, with one warning', (t) => {
  t.match(
    reasoning({ all_words: 2800 }),
    'Of what moved Dominance 56 and Influence 57, only that Ada talks much stands out, so do not make much of them.',
  );
  t.match(
    reasoning({ small_talk: 25, open_questions: 20 }),
    'Of what moved Influence 59, only that Ada makes room for small talk (about 25 sentences) stands out, and of what moved Steadiness 61, only that Ada asks many open questions (about 20) stands out, so do not make much of them.',
  );
  t.end();
});

t.test('a score near the usual is told with what stands out, and what speaks against it', (t) => {
  t.match(
    reasoning({ all_words: 2800, acknowledgements: 19 }),
    /Steadiness is about usual \(\d+\): Ada often shows that the other person was heard \(about 19 times\), but talks much\./,
  );
  t.match(
    reasoning({ figures: 45, recaps: 4, closed_questions: 24, reasons: 1, promises: 12 }),
    /Conscientiousness is about usual \(\d+\): Ada names many figures \(about 45 sentences\), but does little else that would raise it\./,
  );
  t.end();
});

t.test('no sentence guesses at a gender', (t) => {
  const said = [{ all_words: 2800, acknowledgements: 30 }, { hedges: 20, pressure: 80 }, { all_words: 5000 }];
  for (const counts of said) t.notMatch(reasoning(counts), /\b(?:he|she|his|her|him|they|their)\b/);
  t.end();
});
