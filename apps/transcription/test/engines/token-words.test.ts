import t from 'tap';
import { type Heard, wordsOf } from '../../src/engines/token-words.ts';

const nothing: Heard = { text: '', tokens: [], timestamps: [], durations: [], ys_log_probs: [] };
const sounding = [
  { startTime: 1, endTime: 3 },
  { startTime: 5, endTime: 7 },
];
const brief = (heard: Partial<Heard>) =>
  wordsOf({ ...nothing, ...heard }, sounding).map(({ text, startTime, endTime, confidence }) => [
    text,
    ...[startTime, endTime].map((time) => Math.round(time * 100) / 100),
    confidence === null ? null : Math.round(confidence * 100) / 100,
  ]);

t.test('tokens become words, with the times and the certainty that the model gives', async (t) => {
  t.strictSame(
    brief({
      text: "I'm Maria.",
      tokens: [' I', "'", 'm', ' Mar', 'ia', '.'],
      timestamps: [1, 1.2, 1.24, 1.6, 1.8, 2.9],
      durations: [0.2, 0.04, 0.16, 0.2, 0.24, 0.08],
      ys_log_probs: [0, 0, 0, Math.log(0.5), Math.log(0.5), Math.log(0.5)],
    }),
    [
      ["I'm", 1, 1.4, 1],
      ['Maria.', 1.6, 2.04, 0.5],
    ],
  );
  t.strictSame(
    brief({
      text: 'caf\u00e9 au lait',
      tokens: ['▁caf', '<0xC3>', '<0xA9>', '▁au', '▁lait', '<unk>'],
      timestamps: [1, 1.1, 1.1, 1.2, 6.9, 7],
    }),
    [
      ['caf\u00e9', 1, 1.2, null],
      ['au', 1.2, 1.36, null],
      ['lait', 6.9, 7, null],
    ],
    'bytes of a character are put together, a word ends where the next begins, and the last with the sound',
  );
  t.strictSame(
    brief({ text: '你好', tokens: ['你', '好'], timestamps: [1, 1.5] }).map(([text]) => text),
    ['你', '好'],
    'where no spaces are written each character is a word',
  );
});

t.test('words without times are laid out over the sound there is', async (t) => {
  t.strictSame(brief({ text: 'four five ' }), [
    ['four', 1, 3, null],
    ['five', 5, 7, null],
  ]);
  t.strictSame(
    brief({ text: 'coded text', tokens: ['xx', 'yy'], timestamps: [1, 2] }).map(([text]) => text),
    ['coded', 'text'],
    'also when the tokens are in a code of the model',
  );
  t.strictSame(
    brief({
      text: 'One two. Six',
      segment_texts: ['One two.', ' Six'],
      segment_timestamps: [1, 6],
      segment_durations: [1, 0.5],
    }),
    [
      ['One', 1, 1.43, null],
      ['two.', 1.43, 2, null],
      ['Six', 6, 6.5, null],
    ],
    'within the sentences of a model that times these',
  );
  t.strictSame(wordsOf({ ...nothing, text: ' ' }, []), []);
});
