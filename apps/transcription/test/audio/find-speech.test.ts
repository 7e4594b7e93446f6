import t from 'tap';
import { findSpeech } from '../../src/audio/find-speech.ts';

/** Levels in dB of 10 ms frames, from stretches of `[seconds, dB]`; a little ripple, for nothing real is flat. */
function levels(...stretches: [seconds: number, db: number][]): Float32Array {
  return Float32Array.from(
    stretches.flatMap(([seconds, db]) =>
      Array.from(
        { length: Math.round(seconds * 100) },
        (_, index) => db + (db === -96 ? 0 : Math.sin(index)),
      ),
    ),
  );
}

const rounded = (regions: { startTime: number; endTime: number }[]) =>
  regions.map(({ startTime, endTime }) => [Math.round(startTime * 10) / 10, Math.round(endTime * 10) / 10]);

t.test('speech is found between digital silence', async (t) => {
  t.strictSame(rounded(findSpeech(levels([1, -96], [2, -20], [1, -96], [1, -25], [1, -96]))), [
    [0.9, 3.1],
    [3.9, 5.1],
  ]);
});

t.test('speech is found above a noisy line, and the noise is none', async (t) => {
  t.strictSame(rounded(findSpeech(levels([2, -45], [1, -20], [2, -45]))), [[1.8, 3.2]]);
});

t.test('a pause within a sentence does not end a region, a click does not begin one', async (t) => {
  t.equal(findSpeech(levels([1, -96], [1, -20], [0.2, -96], [1, -20], [1, -96])).length, 1);
  t.equal(findSpeech(levels([2, -96], [1, -20], [2, -96], [0.03, -20], [2, -96])).length, 1);
});

t.test('silence and sound too faint for a voice are not speech', async (t) => {
  t.strictSame(findSpeech(levels([5, -96])), []);
  t.strictSame(findSpeech(levels([5, -80])), []);
  t.strictSame(findSpeech(new Float32Array(0)), []);
});

t.test("frames that are the other side's leak are left out", async (t) => {
  const heard = levels([1, -96], [2, -20], [1, -96]);
  t.strictSame(findSpeech(heard, new Uint8Array(heard.length).fill(1)), []);
});
