import t from 'tap';
import type { Engine } from '../src/engines/engine.ts';
import { engineThat } from './fixtures/engine-that.ts';
import { INTRODUCTION, sampleCall, transcribe } from './fixtures/sample-call.ts';

/** Hears a card number and its code in the first window, with pauses between the groups, and nothing else. */
function cardEngine(): Engine {
  return engineThat(async (file) => {
    // Windows are heard side by side, in any order.
    const groups = file.endsWith('window-0.wav') ? said.split(' | ') : [];
    return groups.flatMap((group, pauses) =>
      group.split(' ').map((text, index) => {
        const startTime = pauses * 2 + index * 0.1;
        return { text, startTime, endTime: startTime + 0.1, confidence: 1 };
      }),
    );
  });
}
const said =
  'it is four one one one | one one one one | one one one one | one one one one | security code nine eight seven';

t.test('a card number leaves the worker in no segment, and the segments keep their times', async (t) => {
  const folder = t.testdir({});
  const file = await sampleCall(folder, 'call.flac', { spans: INTRODUCTION });
  const heard = await transcribe(folder, file, { engine: cardEngine(), removesCardNumbers: false });
  const left = await transcribe(folder, file, { engine: cardEngine() });
  t.equal(heard.segments.length, 5);
  t.match(JSON.stringify(heard), /four one one one.*nine eight seven/);
  t.notMatch(JSON.stringify(left.segments.map(({ text }) => text)), /\b(four|one|nine|eight|seven)\b/i);
  t.match(left.segments[0], { text: 'It is [card number].' });
  t.match(left.segments.at(-1), { text: 'Security code [security code].' });
  for (const { text, words = [] } of [...left.segments, ...heard.segments])
    t.equal(words.map((word) => word.text).join(' '), text);
  const times = ({ segments }: typeof heard) =>
    segments.map(({ start_time, end_time }) => [start_time, end_time]);
  t.strictSame(times(left), times(heard));
});
