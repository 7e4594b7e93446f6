import fc from 'fast-check';
import t from 'tap';
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
