import { truncate, writeFile } from 'node:fs/promises';
import t from 'tap';
import { type SpeechRegion, separateVoices } from '../../src/speakers/separate-voices.ts';
import { WavFormatError } from '../../src/speakers/wav-samples.ts';
import { HIGH, LOW, type SyntheticVoice, synthesizeCall, type Utterance } from './synthetic-speech.ts';

const never = () => {};
/** The voice that has most of each region. */
async function diarize(file: string, regions: readonly SpeechRegion[], step: () => void): Promise<(0 | 1)[]> {
  const separated = await separateVoices(file, regions, step);
  return separated.map((stretches) => {
    const share = (wanted: 0 | 1) =>
      stretches.reduce(
        (sum, { startTime, endTime, voice }) => sum + (voice === wanted ? endTime - startTime : 0),
        0,
      );
    return share(0) >= share(1) ? 0 : 1;
  });
}

const LENGTHS = [2.4, 1.2, 3.1, 0.5, 1.9, 4.2, 0.6, 2.7, 1.4, 3.5];

function turns(voices: readonly SyntheticVoice[], afterSeconds = 0.5): Utterance[] {
  return voices.map((voice, i) => ({ voice, seconds: LENGTHS[i % LENGTHS.length] ?? 2, afterSeconds }));
}

const DIALOGUE = [LOW, HIGH, LOW, HIGH, LOW, HIGH, HIGH, LOW, LOW, HIGH, LOW, HIGH];

t.test('separates a low voice from a high one, the first heard being 0', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE));
  const expected = DIALOGUE.map((voice) => (voice === LOW ? 0 : 1));
  t.same(await diarize(file, regions, never), expected);
});

t.test('gives voice 0 to the speaker heard first', async (t) => {
  const { file, regions } = await synthesizeCall(
    t,
    turns(DIALOGUE.map((voice) => (voice === LOW ? HIGH : LOW))),
  );
  const expected = DIALOGUE.map((voice) => (voice === LOW ? 0 : 1));
  t.same(await diarize(file, regions, never), expected);
});

t.test('hears two voices of like pitch by their formants', async (t) => {
  const other = { pitchHz: 118, tract: 1.2 };
  const voices = DIALOGUE.map((voice) => (voice === LOW ? LOW : other));
  const { file, regions } = await synthesizeCall(t, turns(voices));
  t.same(
    await diarize(file, regions, never),
    DIALOGUE.map((voice) => (voice === LOW ? 0 : 1)),
  );
});

t.test(
  'of three voices the two that speak most have a side each, and the third is on one of them',
  async (t) => {
    const third = { pitchHz: 150, tract: 1.09 };
    const voices = [...DIALOGUE.slice(0, 6), third, ...DIALOGUE.slice(6), third, ...DIALOGUE];
    const { file, regions } = await synthesizeCall(t, turns(voices));
    const sides = await diarize(file, regions, never);
    const sidesOf = (wanted: SyntheticVoice) => new Set(sides.filter((_, turn) => voices[turn] === wanted));
    t.same(sidesOf(LOW), new Set([0]));
    t.same(sidesOf(HIGH), new Set([1]));
    t.equal(sidesOf(third).size, 1);
  },
);

for (const [name, voice] of Object.entries({ low: LOW, high: HIGH })) {
  t.test(`keeps one ${name} voice one`, async (t) => {
    // Of half a minute two voices are believed more easily: mostly there are two.
    const monologue = [...DIALOGUE, ...DIALOGUE].map(() => voice);
    const { file, regions } = await synthesizeCall(t, turns(monologue));
    t.same(
      await diarize(file, regions, never),
      monologue.map(() => 0),
    );
  });
}

t.test('answers the same each time', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE));
  t.same(await separateVoices(file, regions, never), await separateVoices(file, regions, never));
});

t.test('finds where the speaker changes within a region', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE, 0.12));
  const last = regions.at(-1);
  const [stretches = []] = await separateVoices(file, [{ startTime: 0, endTime: last?.endTime ?? 0 }], never);
  const voiceAt = (time: number) =>
    stretches.find(({ startTime, endTime }) => startTime <= time && time < endTime)?.voice;
  for (const [i, { startTime, endTime }] of regions.entries()) {
    t.equal(voiceAt((startTime + endTime) / 2), DIALOGUE[i] === LOW ? 0 : 1, `turn ${i}`);
  }
  t.equal(stretches[0]?.startTime, 0);
  t.equal(stretches.at(-1)?.endTime, last?.endTime);
  for (const [i, stretch] of stretches.entries()) {
    if (i > 0) t.equal(stretch.startTime, stretches[i - 1]?.endTime, 'stretches leave no hole');
  }
});

t.test('answers nothing for no regions, and 0 for regions without a voice', async (t) => {
  const { file } = await synthesizeCall(t, turns([LOW, HIGH]));
  t.same(await diarize(file, [], never), []);
  const silence = [
    { startTime: 0, endTime: 0.3 },
    { startTime: 0.35, endTime: 0.36 },
    { startTime: 900, endTime: 901 },
  ];
  t.same(await diarize(file, silence, never), [0, 0, 0]);
});

t.test('reads a file whose header promises more than there is', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE));
  await truncate(file, 44 + 32_000 * 3);
  t.equal((await diarize(file, regions, never)).length, regions.length);
});

t.test('refuses what is not a mono 16 kHz 16-bit WAV file', async (t) => {
  const { file } = await synthesizeCall(t, turns([LOW]));
  await writeFile(file, Buffer.from('OggS, or anything else that is not a WAV file'));
  await t.rejects(diarize(file, [], never), new WavFormatError('Not a WAV file'));
});

t.test('says how far it is, all the time', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE));
  const shares: number[] = [];
  await separateVoices(file, regions, (share) => shares.push(share));
  t.equal(shares[0], 0);
  t.strictSame(
    shares,
    shares.toSorted((a, b) => a - b),
    'never back',
  );
  t.ok(new Set(shares).size > DIALOGUE.length, 'in each region, and while voices are compared');
  t.ok((shares.at(-1) ?? 0) > 0.6 && shares.every((share) => share <= 1), `${shares.at(-1)}`);
});

t.test('stops between two blocks', async (t) => {
  const { file, regions } = await synthesizeCall(t, turns(DIALOGUE));
  let left = 3;
  const stop = () => {
    left -= 1;
    if (left === 0) throw new Error('closing');
  };
  await t.rejects(diarize(file, regions, stop), { message: 'closing' });
  t.equal(left, 0);
});
