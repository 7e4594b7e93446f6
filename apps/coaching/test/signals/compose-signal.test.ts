import t from 'tap';
import type { SpeechCount } from '../../src/engines/findings/speech/speech.ts';
import { composeSignal } from '../../src/signals/compose-signal.ts';
import { discScores } from '../../src/signals/disc-scores.ts';
import { heard, isApart } from '../../src/signals/signal-words.ts';
import { sumSpeech } from '../../src/signals/sum-speech.ts';
import { profileOf, texts } from '../fixtures/signal-profile.ts';
import { patient, pushing } from '../fixtures/speech.ts';

t.test('two agents who speak differently get different profiles', (t) => {
  const [one, other] = [profileOf(patient, 'Maria'), profileOf(pushing, 'Maria')];
  t.ok(one.DISC.steadiness > other.DISC.steadiness + 30, JSON.stringify([one.DISC, other.DISC]));
  t.ok(other.DISC.dominance > one.DISC.dominance);
  t.match(
    one.psychologicalSummary,
    'and is least outgoing and warm; the risk is to put off what is uncomfortable.',
  );
  t.notMatch(other.psychologicalSummary, 'least', 'where the last two are equal');
  t.match(one.DISC.profileType, /^S/);
  t.match(other.DISC.profileType, /^D/);
  for (const text of texts(one)) t.notOk(texts(other).includes(text), text);
  t.end();
});

t.test('the reasoning names counts and words that were said, and what it is not', (t) => {
  const { reasoning, conflictStyle, aboutMe, coreMotivators } = profileOf(patient, 'Maria');
  t.match(
    reasoning,
    /^This page describes how Maria speaks and is not a psychometric test\. A score of 50 is what is usual among agents;/,
  );
  t.match(
    reasoning,
    ', asks many open questions (about 24) and presents the offer briefly (hardly a sentence).',
  );
  t.match(aboutMe, 'asks many open questions (10 of every 100 sentences; 1.3 is usual)');
  t.notMatch(reasoning, '10 of every 100 sentences', 'what the portrait tells is not told again');
  t.match(coreMotivators, [/, as in “What made you look into this now\?” \(2 November 2026\)$/]);
  t.notMatch(reasoning, 'What made you look', 'no words are quoted twice');
  t.equal(
    conflictStyle,
    'When somebody objects, Maria mostly shows first that it was heard, or asks about it, and then answers.',
    'without a number: the objections that are not heard would be missing in it',
  );
  t.end();
});

t.test('what an agent avoids and what would help follow from what is seldom heard', (t) => {
  const { fearsAndAvoidances, maxPerformanceRecs } = profileOf(pushing, 'Maria');
  t.equal(fearsAndAvoidances[0], 'Naming the price: asked for it, Maria gave no figure about 12 times');
  t.match(fearsAndAvoidances[1], /^Small talk: heard hardly ever$/);
  t.equal(maxPerformanceRecs[0], 'When asked for the price, name it or a range before explaining it.');
  t.end();
});

t.test('of a few objections nothing is said', (t) => {
  const speech = {
    words: 400,
    calls: 5,
    indicators: { sentences: 40, words: 400, objections_clear: 4, objections_passed_over: 4 },
    quotes: {},
  };
  t.equal(composeSignal({ name: 'Ada', ...speech }).conflictStyle, '');
  t.end();
});

t.test('how objections are met is told where it is mostly one way', (t) => {
  const conflictStyle = (clear: number, taken: number, passed: number) =>
    composeSignal({
      ...{ name: 'Ada', words: 400, calls: 5, quotes: {} },
      indicators: {
        ...{ sentences: 40, words: 400, objections_clear: clear },
        ...{ objections_taken_up: taken, objections_passed_over: passed },
      },
    }).conflictStyle;
  t.equal(
    conflictStyle(8, 2, 5),
    'When somebody objects, Ada mostly answers at once, before anything shows that it was heard.',
  );
  t.match(conflictStyle(5, 4, 0), /^When somebody objects, Ada mostly shows first/);
  t.strictSame([conflictStyle(6, 2, 3), conflictStyle(6, 2, 0)], ['', ''], 'now so, now so, and twice');
  t.end();
});

t.test('a style leads only from where two halves of the calls of an agent agree', (t) => {
  const scored = (counts: Partial<Record<SpeechCount, number>>) =>
    discScores({ sentences: 200, words: 2000, all_words: 2857, ...counts });
  const warm = scored({ pitches: 32, warm_words: 7, small_talk: 8, contact_name: 10 });
  t.ok(warm.scores.influence > 55 && warm.scores.influence < 65, JSON.stringify(warm.scores));
  t.notOk(warm.leading.includes('influence'));
  t.end();
});

t.test('what drives an agent is told from what was done often enough, or not at all', (t) => {
  t.match(profileOf(patient, 'Ada').coreMotivators, [
    /^Interest in the situation of the other person, as in “What made you look into this now\?” \(2 November 2026\)$/,
  ]);
  const { coreMotivators } = composeSignal({
    name: 'Ada',
    quotes: {},
    ...sumSpeech([patient, { ...patient, indicators: {} }]),
  });
  t.strictSame(coreMotivators, []);
  t.end();
});

t.test('only who passes over the price half as often as naming it is told to name it', (t) => {
  const recommended = (prices_stated: number) =>
    composeSignal({
      ...{ name: 'Ada', words: 400, calls: 5, quotes: {} },
      indicators: { sentences: 40, words: 400, prices_dodged: 3, prices_stated },
    }).maxPerformanceRecs.some((text) => text.startsWith('When asked for the price'));
  t.strictSame([recommended(6), recommended(12)], [true, false]);
  t.end();
});

t.test('what is said to come across as a manner speaks for it', (t) => {
  const { aboutMe } = profileOf(
    { ...patient, indicators: { ...patient.indicators, all_words: 450 } },
    'Maria',
  );
  t.match(
    aboutMe,
    /^Maria .*open questions.* comes across as patient and considerate.* Maria also does most of/,
  );
  t.end();
});

t.test(
  'no warmth is told of who only talks and presents much, and no count that miscounting explains',
  (t) => {
    const { indicators } = patient;
    const talking = {
      ...indicators,
      open_questions: 0,
      small_talk: 1.4,
      warm_words: 1.3,
      contact_name: 3,
      acknowledgements: 0,
      recaps: 0,
      all_words: 410,
      pitches: 20,
    };
    const { psychologicalSummary, aboutMe, reasoning } = profileOf(
      { ...patient, indicators: talking },
      'Ada',
    );
    t.notMatch(psychologicalSummary + aboutMe, 'outgoing and warm');
    t.notMatch(psychologicalSummary, 'counts half');
    t.match(
      psychologicalSummary,
      /^None of the four scores is far enough above the usual 50 to name a type; the highest is Influence \(61\)\.$/,
    );
    t.match(
      reasoning,
      /Of what moved Influence 61, only that Ada talks much stands out, so do not make much of it\./,
    );
    t.match(
      reasoning,
      /Dominance is low \(43\) because Ada hedges statements with words such as “maybe” \(12 times\), although Ada talks much\./,
    );
    const { signs } = discScores({ sentences: 400, words: 4000, proposals: 22, figures: 16 });
    const sign = (count: string) =>
      signs.find(({ indicator }) => indicator.count === count) as (typeof signs)[number];
    t.ok(sign('proposals').distance < -0.5);
    t.strictSame([isApart(sign('proposals')), isApart(sign('figures'))], [false, true]);
    t.match(heard(sign('proposals')), /^about 22 proposals/);
    t.match(heard(sign('figures')), /^few sentences with figures \(about 16:/);
    const warmth = (times: number) =>
      discScores({ sentences: 200 * times, words: 2100 * times, warm_words: 3 * times }).signs.find(
        ({ indicator }) => indicator.count === 'warm_words',
      ) as (typeof signs)[number];
    t.ok(warmth(1).distance < -0.5 && warmth(1).rate * 1.5 < warmth(1).usual);
    t.strictSame(
      [isApart(warmth(1)), isApart(warmth(4))],
      [false, true],
      'three may be chance, twelve are not',
    );
    const little = { sentences: 200, words: 2100, all_words: 3300, warm_words: 3, contact_name: 5 };
    const other = { small_talk: 5, pitches: 9 };
    const { reasoning: why } = composeSignal({
      ...{ name: 'Ada', words: 2100, calls: 9, quotes: {}, indicators: { ...little, ...other } },
    });
    t.notMatch(
      why,
      'Influence',
      'of what only small differences moved nothing is said, and no contrary reason',
    );
    const { signs: speaking } = discScores({ sentences: 400, words: 4000, self_words: 196 });
    const own = speaking.find(({ indicator }) => indicator.count === 'self_words') as (typeof signs)[number];
    t.ok(own.distance > 0.5 && !isApart(own), 'a rate that is a little higher');
    const talk = (all_words: number) =>
      discScores({ words: 2000, all_words }).signs.find(
        ({ indicator }) => indicator.count === 'words',
      ) as (typeof signs)[number];
    t.ok(talk(4080).distance < -0.5);
    t.strictSame([isApart(talk(4080)), isApart(talk(3200))], [false, true], 'four percent of the words less');
    const { signs: known } = discScores({ sentences: 200, words: 2000, self_words: 60 });
    const self = known.find(({ indicator }) => indicator.count === 'self_words') as (typeof signs)[number];
    t.ok(self.distance < -0.5 && !isApart(self), 'a rate that is a little lower');
    t.match(heard({ ...self, count: 60, usual: 9 }), /^fewer words such as “I” and “my” than usual \(60:/);
    t.end();
  },
);

t.test('what talking and presenting alone tell is no type, and what stands out most is said first', (t) => {
  const { aboutMe, psychologicalSummary, DISC } = composeSignal({
    ...{ name: 'Ada', calls: 9, words: 2000, quotes: {} },
    indicators: {
      ...{ sentences: 267, words: 2000, all_words: 2850, proposals: 22, pressure: 6, self_words: 60 },
      ...{ pitches: 32, figures: 47, hedges: 1, small_talk: 8, warm_words: 7, contact_name: 16 },
      ...{
        open_questions: 8,
        acknowledgements: 8,
        recaps: 5,
        reasons: 6,
        closed_questions: 27,
        promises: 11,
      },
    },
  });
  t.match(
    aboutMe,
    /^Ada presents the offer at length \(12 .*, names many figures .* and does most of the talking/,
  );
  t.notMatch(aboutMe, 'reasons', 'six of them');
  t.equal(DISC.profileName, 'No clear type yet');
  t.equal(
    psychologicalSummary,
    'Dominance is highest (68), but only one thing that raises it stands out, and a type needs two.',
  );
  t.end();
});

t.test('a difference that chance can make moves a score little', (t) => {
  const reasons = (words: number) => {
    const { signs } = discScores({ sentences: words / 10, words, reasons: words / 200 });
    return signs.find(({ indicator }) => indicator.count === 'reasons')?.distance ?? 0;
  };
  t.ok(reasons(400) < 0.5 * reasons(8000), JSON.stringify([reasons(400), reasons(8000)]));
  t.end();
});
