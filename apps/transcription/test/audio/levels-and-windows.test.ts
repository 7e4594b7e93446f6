import fc from 'fast-check';
import t from 'tap';
import { cutWindows, WINDOW_MAX_SECONDS } from '../../src/audio/cut-windows.ts';
import { findSpeech } from '../../src/audio/find-speech.ts';
import { percentile, SILENCE_DB, speechLevel } from '../../src/audio/frame-levels.ts';

const level = fc.oneof(fc.constant(SILENCE_DB), fc.float({ min: -96, max: 0, noNaN: true }));

t.test('the level of speech is what sorting the frames that are not silent gives', async (t) => {
  fc.assert(
    fc.property(fc.array(level, { maxLength: 200 }), (list) => {
      const levels = Float32Array.from(list);
      const sorted = percentile(
        levels.filter((one) => one > SILENCE_DB),
        0.95,
      );
      return Math.abs(speechLevel(levels) - sorted) <= 0.011;
    }),
  );
  t.equal(speechLevel(new Float32Array(0)), SILENCE_DB);
});

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

t.test('neighbouring regions share a window until it is full or a pause is long', async (t) => {
  t.strictSame(
    cutWindows([
      { startTime: 1, endTime: 5 },
      { startTime: 6, endTime: 10 },
      { startTime: 19, endTime: 25 },
      { startTime: 25.5, endTime: 50 },
    ]),
    [
      { startTime: 1, endTime: 10 },
      { startTime: 19, endTime: 25 },
      { startTime: 25.5, endTime: 50 },
    ],
  );
  t.strictSame(cutWindows([]), []);
});

t.test('speech without a pause is cut evenly', async (t) => {
  const windows = cutWindows([{ startTime: 10, endTime: 70 }]);
  t.equal(windows.length, 3);
  t.strictSame(windows[1], { startTime: 30, endTime: 50 });
});

t.test('windows cover all speech, are in order, never overlap and never exceed their length', async () => {
  const regions = fc
    .array(
      fc.tuple(fc.double({ min: 0, max: 5, noNaN: true }), fc.double({ min: 0.1, max: 100, noNaN: true })),
      { maxLength: 40 },
    )
    .map((steps) => {
      let at = 0;
      return steps.map(([pause, length]) => {
        const startTime = at + pause + 0.01;
        at = startTime + length;
        return { startTime, endTime: at };
      });
    });
  fc.assert(
    fc.property(regions, (speech) => {
      const windows = cutWindows(speech);
      const ordered = windows.every(
        ({ startTime }, index) => startTime >= (windows[index - 1]?.endTime ?? 0),
      );
      const short = windows.every(
        ({ startTime, endTime }) => endTime - startTime <= WINDOW_MAX_SECONDS + 1e-6,
      );
      const covered = speech.every(({ startTime, endTime }) => {
        const inside = windows.reduce(
          (sum, window) =>
            sum + Math.max(0, Math.min(endTime, window.endTime) - Math.max(startTime, window.startTime)),
          0,
        );
        return Math.abs(inside - (endTime - startTime)) < 1e-6;
      });
      return ordered && short && covered;
    }),
  );
});
