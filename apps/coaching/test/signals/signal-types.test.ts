import t from 'tap';
import type { SpeechCounts } from '../../src/engines/findings/speech/speech.ts';
import { profileOfAda } from '../fixtures/usual-speech.ts';

t.test('one count is no type, whichever style it speaks for, and drives nobody', (t) => {
  const one = profileOfAda({ figures: 55, small_talk: 5 });
  t.ok(one.DISC.conscientiousness >= 55, JSON.stringify(one.DISC));
  t.strictSame([one.DISC.profileName, one.coreMotivators], ['No clear type yet', []]);
  t.match(
    one.reasoning,
    'Of what moved Conscientiousness 57, only that Ada names many figures (about 55 sentences) stands out, so do not make much of it.',
  );
  const two = profileOfAda({ figures: 55, recaps: 20 });
  t.match(two.DISC, { profileName: 'Analyst' });
  t.end();
});

t.test('where there is no clear type the summary says why, and not what the title says', (t) => {
  const why = (counts: SpeechCounts) => {
    const { DISC, psychologicalSummary } = profileOfAda(counts);
    t.equal(DISC.profileName, 'No clear type yet', JSON.stringify(DISC));
    t.notMatch(psychologicalSummary, 'clear type');
    return psychologicalSummary;
  };
  t.equal(
    why({}),
    'All four scores lie close together (49 to 52), so that none of the four styles stands out.',
  );
  t.equal(
    why({ small_talk: 25 }),
    'None of the four scores is far enough above the usual 50 to name a type; the highest is Influence (59).',
  );
  t.equal(
    why({ figures: 55, small_talk: 5 }),
    'Conscientiousness is highest (57), but only one thing that raises it stands out, and a type needs two.',
  );
  t.equal(
    why({ figures: 55, all_words: 2800 }),
    'No score is higher than Conscientiousness (57), but only one thing that raises it stands out, and a type needs two.',
  );
  t.equal(
    why({ figures: 55, small_talk: 22 }),
    'Influence (59) counts for a type only from 65; Conscientiousness (57) is high enough, but only one thing that raises it stands out, and a type needs two.',
  );
  t.equal(
    why({ promises: 40, closed_questions: 60, reasons: 10 }),
    'Conscientiousness is highest (62), but only weak signs of it were heard, and a type needs a strong one as well.',
  );
  t.equal(
    why({ figures: 35, recaps: 8, closed_questions: 40, reasons: 4, small_talk: 4, contact_name: 8 }),
    'Conscientiousness is highest (63), but only small differences raise it, and a type needs two clear ones.',
  );
  t.end();
});
