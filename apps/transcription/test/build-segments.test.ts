import t from 'tap';
import { groupWords, nameSegments } from '../src/build-segments.ts';
import type { HeardWord } from '../src/engines/recognize-windows.ts';

function say(startTime: number, text: string, pace = 0.3): HeardWord[] {
  return text.split(' ').map((word, index) => ({
    text: word,
    start_time: startTime + index * pace,
    end_time: startTime + (index + 1) * pace,
    confidence: 0.8,
  }));
}

const names = { agent: 'Maria Lopez', contact: "Sean O'Neil" };

t.test('words become segments of one voice between pauses, in the order they were spoken', async (t) => {
  const one = [...say(5, 'good'), ...say(5.5, 'then'), ...say(0, 'how are you')];
  const other = say(2, 'fine thanks');
  t.strictSame(
    groupWords([one, other]).map(({ voice, text }) => [voice, text]),
    [
      [0, 'how are you'],
      [1, 'fine thanks'],
      [0, 'good then'],
    ],
  );
});

t.test('a long segment ends at a shorter pause', async (t) => {
  const long = Array.from({ length: 30 }, () => 'word').join(' ');
  t.equal(groupWords([[...say(0, long), ...say(9.5, 'more')], []]).length, 2);
  t.equal(groupWords([[...say(0, 'word'), ...say(0.8, 'more')], []]).length, 1);
});

t.test('segments carry resolved names, and their words as heard', async (t) => {
  const [group] = groupWords([say(0.12, 'hi sean'), []]);
  if (group === undefined) throw new Error('no group');
  const naming = { agentVoice: 0 as const, method: 'introduction', confidence: 1 };
  t.strictSame(nameSegments([group], naming, names), [
    {
      role: 'agent',
      speaker: 'Maria Lopez',
      start_time: 0.12,
      end_time: 0.72,
      text: 'hi sean',
      confidence: 0.8,
      words: [
        { text: 'hi', start_time: 0.12, end_time: 0.42, confidence: 0.8 },
        { text: 'sean', start_time: 0.42, end_time: 0.72, confidence: 0.8 },
      ],
    },
  ]);
  const [other] = nameSegments([group], { ...naming, agentVoice: 1 }, names);
  t.match(other, { role: 'contact', speaker: "Sean O'Neil" });
});

t.test('in which stretch a word may have been said is not written', async (t) => {
  const within = { startTime: 0, endTime: 4 };
  const groups = groupWords([say(0, 'hi sean').map((word) => ({ ...word, within })), []]);
  const naming = { agentVoice: 0 as const, method: 'introduction', confidence: 1 };
  const [segment] = nameSegments(groups, naming, names);
  t.strictSame(segment?.words, say(0, 'hi sean'));
});

t.test('nothing spoken is nothing written', async (t) => {
  t.strictSame(groupWords([[], []]), []);
});
