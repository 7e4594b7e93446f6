import { readFileSync } from 'node:fs';
import { SignalProfile } from '@debrief/contracts/resources/user-signal';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { type SpeechCount, speechCounts } from '../../src/engines/findings/speech/speech.ts';
import { composeSignal } from '../../src/signals/compose-signal.ts';
import { discScores } from '../../src/signals/disc-scores.ts';
import { indicators, styles } from '../../src/signals/indicators.ts';
import { profileText } from '../../src/signals/signal-view.ts';
import { seeded } from '../../training/seeded.ts';
import { profileOf, texts } from '../fixtures/signal-profile.ts';
import { patient } from '../fixtures/speech.ts';

t.test('an agent who speaks as others do is not said to differ', (t) => {
  const usual = Object.fromEntries(
    discScores(patient.indicators).signs.map(({ indicator, usual }) => [indicator.count, usual]),
  );
  const counts = { ...usual, sentences: 100, words: 100 };
  const byWords = indicators.filter(({ of }) => of === 'words').map(({ count }) => [count, usual[count]]);
  const profile = composeSignal({
    ...{ name: 'Ada', calls: 9, words: 2000, quotes: {} },
    indicators: { ...counts, ...Object.fromEntries(byWords), all_words: 100 / ((usual.words ?? 1) / 100) },
  });
  for (const style of styles) t.equal(profile.DISC[style], 50, style);
  t.equal(profile.aboutMe, 'Ada speaks much as other agents do; nothing stands out so far.');
  t.equal(
    profile.psychologicalSummary,
    'All four scores are 50, so that none of the four styles stands out.',
  );
  t.end();
});

t.test('any counts make a profile that fits the contract, the same one each time', (t) => {
  const random = seeded(13);
  const types = new Set<string>();
  for (let round = 0; round < 1000; round += 1) {
    const counts: Partial<Record<SpeechCount, number>> = {};
    for (const name of speechCounts) if (random() < 0.8) counts[name] = Math.floor(random() ** 2 * 60);
    const base = { sentences: 200, words: 2000, all_words: 2500 + Math.floor(random() * 3000) };
    const input = { name: 'Ada', calls: 5, words: 2000, indicators: { ...counts, ...base }, quotes: {} };
    const profile = composeSignal(input);
    types.add(profile.DISC.profileType);
    if (!Value.Check(SignalProfile, profile)) t.fail(JSON.stringify(profile));
    if (JSON.stringify(composeSignal(input)) !== JSON.stringify(profile)) t.fail('not the same twice');
    for (const text of texts(profile)) if (/undefined|NaN|Infinity| {2}/.test(text)) t.fail(text);
  }
  t.equal(types.size, 16, [...types].join(' '));
  t.ok(
    Value.Check(
      SignalProfile,
      composeSignal({ name: 'Ada', calls: 5, words: 1500, indicators: {}, quotes: {} }),
    ),
  );
  t.end();
});

t.test('a profile that does not fit the contract is not stored', (t) => {
  const profile = profileOf(patient, 'Maria');
  const wrong = { ...profile, DISC: { ...profile.DISC, dominance: 101 } };
  t.throws(() => profileText(wrong), {
    message: 'The profile that was composed is invalid at /DISC/dominance',
  });
  t.end();
});

t.test('the published list of indicators is the one that is used', (t) => {
  const page = readFileSync(new URL('../../../../docs/signals.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| .*? \| ([^|]*) \|(?: [^|]+ \|)+$/gm)].map(
    ([, name, weights]) => [name, weights],
  );
  const letters = { dominance: 'D', influence: 'I', steadiness: 'S', conscientiousness: 'C' };
  const used = indicators.map(({ count, weights }) => [
    count,
    Object.entries(weights)
      .map(
        ([style, weight]) =>
          `${letters[style as keyof typeof letters]} ${weight > 0 ? '+' : '−'}${Math.abs(weight)}`,
      )
      .join(', '),
  ]);
  t.strictSame(rows, used);
  t.end();
});
