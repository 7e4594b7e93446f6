import t from 'tap';
import { groupWords, nameSegments, type VoicedWord } from '../src/build-segments.ts';

function say(voice: 0 | 1, startTime: number, text: string, pace = 0.3): VoicedWord[] {
  return text.split(' ').map((word, index) => ({
    voice,
    text: word,
    startTime: startTime + index * pace,
    endTime: startTime + (index + 1) * pace,
    confidence: 0.8,
  }));
}

const names = { agent: 'Maria Lopez', contact: "Sean O'Neil" };

t.test('words become segments of one voice between pauses, in the order they were spoken', async (t) => {
  const words = [
    ...say(1, 2, 'fine thanks'),
    ...say(0, 0, 'how are you'),
    ...say(0, 5, 'good'),
    ...say(0, 5.5, 'then'),
  ];
  t.strictSame(
    groupWords(words).map(({ voice, text }) => [voice, text]),
    [
      [0, 'how are you'],
      [1, 'fine thanks'],
      [0, 'good then'],
    ],
  );
});

t.test('a long segment ends at a shorter pause', async (t) => {
  const long = Array.from({ length: 30 }, () => 'word').join(' ');
  t.equal(groupWords([...say(0, 0, long), ...say(0, 9.5, 'more')]).length, 2);
  t.equal(groupWords([...say(0, 0, 'word'), ...say(0, 0.8, 'more')]).length, 1);
});

t.test(
  'segments carry resolved names, hundredths of a second, and the words as they were heard',
  async (t) => {
    const spoken = groupWords([
      ...say(0, 0.123456, "hi sean this is maria i'm calling and i think it's maria's"),
    ]);
    const naming = { agentVoice: 0 as const, method: 'introduction', confidence: 1 };
    t.strictSame(nameSegments(spoken, naming, names), [
      {
        role: 'agent',
        speaker: 'Maria Lopez',
        start_time: 0.12,
        end_time: 3.72,
        text: "Hi Sean this is Maria I'm calling and I think it's Maria's",
        confidence: 0.8,
      },
    ]);
    const [other] = nameSegments(spoken, { ...naming, agentVoice: 1 }, names);
    t.match(other, { role: 'contact', speaker: "Sean O'Neil" });
  },
);

t.test('nothing spoken is nothing written', async (t) => {
  t.strictSame(groupWords([]), []);
});
