import t from 'tap';
import { type Reply, readReply } from '../../../src/engines/endpoint/read-reply.ts';
import { wordsOfReply } from '../../../src/engines/endpoint/words-of-reply.ts';

const sounding = [
  { startTime: 0, endTime: 2 },
  { startTime: 5, endTime: 9 },
];
const read = (body: unknown) => readReply(JSON.stringify(body), 'verbose_json', 10);
const rounded = (value: number) => Math.round(value * 100) / 100;
const heard = (reply: Reply | null) => {
  if (reply === null) throw new Error('not read');
  return wordsOfReply(reply, sounding).words.map(({ text, startTime, endTime }) => [
    text,
    rounded(startTime),
    rounded(endTime),
  ]);
};
const two = [
  ['Good', 0.5, 1],
  ['morning.', 1, 1.5],
];

t.test('times are read in whichever unit and form they come', async (t) => {
  const text = 'Good morning.';
  const times = (one: unknown, two: unknown, three: unknown) => ({
    text,
    words: [
      { word: 'Good', start: one, end: two },
      { word: 'morning', start: two, end: three },
    ],
  });
  t.same(heard(read(times(0.5, 1, 1.5))), two);
  t.same(heard(read(times('0.5', '1', '1.5'))), two);
  t.same(heard(read(times('0.5s', '1s', '1.5s'))), two);
  t.same(heard(read(times('00:00:00,500', '00:00:01,000', '00:00:01,500'))), two);
  t.same(heard(read(times(500, 1_000, 1_500))), two);
  t.same(heard(read(times(5e8, 1e9, 1.5e9))), two);
  const renamed = times(0.5, 1, 1.5).words.map(({ word, start, end }) => ({
    text: word,
    start_time: start,
    end_time: end,
  }));
  t.same(heard(read({ text, words: renamed })), two);
});

t.test('times that cannot be are laid out in place of', async (t) => {
  const text = 'Good morning.';
  const laidOut = heard(read({ text }));
  t.not(laidOut.length, 0);
  for (const words of [
    [
      { word: 'Good', start: 0, end: 0 },
      { word: 'morning', start: 0, end: 0 },
    ],
    [{ word: 'Good', start: 0.5, end: 1 }, { word: 'morning' }],
    [{ word: 'Good', start: 'soon', end: null }],
    [{ word: 'Good', start: 1e14, end: 2e14 }],
    ['Good', 'morning'],
    'Good morning',
    [],
    null,
  ])
    t.same(heard(read({ text, words })), laidOut, JSON.stringify(words));
});

t.test('times beyond the window are brought back into it, and never run backwards', async (t) => {
  const words = [
    { word: 'Good', start: 7, end: 6 },
    { word: 'bye', start: 8, end: 30 },
  ];
  t.same(heard(read({ text: 'Good bye', words })), [
    ['Good', 7, 7],
    ['bye', 8, 10],
  ]);
});

t.test('a text comes also without its field, in quotes, in brackets or plain', async (t) => {
  const text = (body: string, format: 'json' | 'text' = 'json') => readReply(body, format, 10)?.text;
  t.equal(
    text('{"segments":[{"text":" Good"},{"text":" morning."}]}')?.replaceAll('  ', ' '),
    'Good morning.',
  );
  t.equal(text('"Good morning."'), 'Good morning.');
  t.equal(text('Good morning.'), 'Good morning.');
  t.equal(text('[BLANK_AUDIO]'), '[BLANK_AUDIO]');
  t.equal(text('\n', 'text'), '');
  t.equal(text('<3 and more', 'text'), '<3 and more');
});

t.test('what is not a transcript is not taken for one', async (t) => {
  for (const body of [
    '',
    '{',
    '{"text": "Go',
    '{"text": null}',
    '{"error": "failed to read audio data"}',
    '{}',
    '[]',
    '[1, 2]',
    '<!doctype html><p>Sign in',
    ' <HTML>',
    '<?xml version="1.0"?>',
  ])
    t.equal(readReply(body, 'json', 10), null, body);
});

t.test('languages are read by name and by code', async (t) => {
  const language = (name: unknown) => read({ text: 'x', language: name })?.language;
  t.same(['english', 'English', 'en', 'EN', 'german', 'haitian creole', 'cantonese', 'pt-br'].map(language), [
    'en',
    'en',
    'en',
    'en',
    'de',
    'ht',
    'yue',
    'pt-BR',
  ]);
  t.same(['klingonese', '', null, 7, 'a-b'].map(language), [null, null, null, null, null]);
  t.equal(read({ text: 'x', detected_language: 'french' })?.language, 'fr');
});

t.test('a text keeps its punctuation where the list of words has none', async (t) => {
  const words = ['it', 's', '25', 'dollars', 'Ms', 'Lee'].map((word, at) => ({
    word,
    start: at * 0.3,
    end: at * 0.3 + 0.3,
  }));
  t.same(heard(read({ text: "It's $25 — dollars, Ms. Lee!", words })), [
    ["It's", 0, 0.6],
    ['$25—', 0.6, 0.9],
    ['dollars,', 0.9, 1.2],
    ['Ms.', 1.2, 1.5],
    ['Lee!', 1.5, 1.8],
  ]);
});

t.test('tokens become words, also where a line ends or a character is cut within one', async (t) => {
  const tokens = (list: string[]) => list.map((word, at) => ({ word, start: at * 0.2, end: at * 0.2 + 0.2 }));
  const segments = (list: string[]) => [{ text: list.join(''), start: 0, end: 2, words: tokens(list) }];
  t.same(
    heard(read({ text: ' The organ\nisation.', segments: segments([' The', ' organ', 'isation', '.']) })),
    [
      ['The', 0, 0.2],
      ['organisation.', 0.2, 0.8],
    ],
  );
  t.same(
    heard(
      read({
        text: ' Na\u00efve caf\u00e9',
        segments: segments([' Na', '\ufffd', '\ufffdve', ' caf', '\ufffd']),
      }),
    ),
    [
      ['Na\u00efve', 0, 0.6],
      ['caf\u00e9', 0.6, 1],
    ],
  );
  const [pieces] = segments(['\u4f60', '\ufffd', '\ufffd']);
  const chinese = read({ text: '\u4f60\u597d', segments: [{ ...pieces, text: '\u4f60\u597d' }] });
  t.same(heard(chinese), [['\u4f60\u597d', 0, 2]]);
});

t.test('what sounds and is not said is left out, and numbers in brackets are not', async (t) => {
  const text = '[BLANK_AUDIO] Good (soft music) morning. *coughs* ♪ Call (555) 0100 [laughs]';
  t.same(
    heard(read({ text })).map(([word]) => word),
    ['Good', 'morning.', 'Call', '(555)', '0100'],
  );
  const words = text
    .split(' ')
    .map((word, at) => ({ word: ` ${word}`, start: at * 0.15, end: at * 0.15 + 0.1 }));
  t.same(
    heard(read({ text, words })).map(([word]) => word),
    ['Good', 'morning.', 'Call', '(555)', '0100'],
  );
});

t.test(
  'what an endpoint itself takes for silence is left out, and so is what stands where nothing sounds',
  async (t) => {
    const spoken = { text: ' Good morning.', start: 0, end: 2, no_speech_prob: 0.1, avg_logprob: -0.3 };
    const silent = { text: ' Thank you.', start: 2, end: 5, no_speech_prob: 0.9, avg_logprob: -1.4 };
    const sure = { ...silent, avg_logprob: -0.4, start: 6, end: 8 };
    const text = ' Good morning. Thank you.';
    const texts = (reply: Reply | null) =>
      heard(reply)
        .map(([word]) => word)
        .join(' ');
    t.equal(texts(read({ text, segments: [spoken, silent] })), 'Good morning.');
    t.equal(texts(read({ text, segments: [spoken, sure] })), 'Good morning. Thank you.');
    const words = [
      { word: 'Good', start: 0.2, end: 0.6 },
      { word: 'morning', start: 0.6, end: 1 },
      { word: 'Thank', start: 3, end: 3.4 },
      { word: 'you', start: 3.4, end: 3.8 },
    ];
    t.equal(texts(read({ text, words, segments: [spoken, silent] })), 'Good morning.');
    t.equal(texts(read({ text, words })), 'Good morning.');
    t.equal(
      texts(read({ text, segments: [spoken, { text: ' Thank you.', start: 3, end: 4 }] })),
      'Good morning.',
    );
    const late = read({ text: 'Good', words: [{ word: 'Good', start: 2.3, end: 2.6 }] });
    t.equal(texts(late), 'Good', 'times are not that exact');
  },
);
