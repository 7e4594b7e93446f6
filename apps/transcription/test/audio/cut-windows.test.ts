import fc from 'fast-check';
import t from 'tap';
import { cutWindows, WINDOW_MAX_SECONDS } from '../../src/audio/cut-windows.ts';

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
