import t from 'tap';
import { readSpeech } from '../../src/coach/read-speech.ts';

const said = (text: string) => readSpeech(text).lines.map((line) => `${line.name}: ${line.text}`);
const times = (text: string) => readSpeech(text).lines.map(({ start, end }) => [start, end]);

t.test('lines name who speaks, and one that names nobody goes on with the one before', async (t) => {
  t.strictSame(said('Maria: Hello there.\n\nwalt: who is\nthis?\nMaria Lopez (agent):\nMe.'), [
    'Maria: Hello there.',
    'walt: who is this?',
    'Maria Lopez (agent): Me.',
  ]);
});

t.test('a time of day, a link and a long beginning name nobody', async (t) => {
  t.strictSame(said('Maria: Come\nat 5:30 then\nhttp://example.com\nand what I mean by that is: now'), [
    'Maria: Come at 5:30 then http://example.com and what I mean by that is: now',
  ]);
});

t.test('a time may stand before a line', async (t) => {
  const text = '[00:02] A: Hi.\n(0:04) C: Yes?\n01:00:05.5 - A: Still here?';
  t.strictSame(said(text), ['A: Hi.', 'C: Yes?', 'A: Still here?']);
  t.strictSame(times(text), [
    [2, null],
    [4, null],
    [3605.5, null],
  ]);
  t.throws(() => readSpeech('[00:09] A: Hi.\n[00:02] C: Yes?'), /^line 2: 00:02 is before the time above it/);
});

t.test(
  'WebVTT names speakers by voice tags or before a colon, and goes on through cues that name nobody',
  async (t) => {
    const text = [
      'WEBVTT - a call',
      '',
      'NOTE made by hand',
      '',
      '1',
      '00:00:01.000 --> 00:00:03.000 align:start',
      '<v.loud Maria Lopez>Hi &amp; <i>good</i> morning,</v>',
      '',
      '00:03.500 --> 00:05.000',
      'is this Walt?',
      '',
      '00:05.000 --> 00:08.000',
      '<v Walt>It is.</v>',
      '<v Maria Lopez>Great, thanks.</v>',
      '',
      '00:20.000 --> 00:21.000',
      'Maria Lopez: Still there?',
    ].join('\r\n');
    t.strictSame(said(text), [
      'Maria Lopez: Hi & good morning, is this Walt?',
      'Walt: It is.',
      'Maria Lopez: Great, thanks.',
      'Maria Lopez: Still there?',
    ]);
    t.strictSame(times(text), [
      [1, 5],
      [5, 6.5],
      [6.5, 8],
      [20, 21],
    ]);
  },
);

t.test('SRT does the same', async (t) => {
  const text =
    '1\n00:00:01,000 --> 00:00:03,000\nAgent: Hello,\nhow are you?\n\n2\n00:00:03,200 --> 00:00:04,000\nCustomer: Fine.';
  t.strictSame(said(text), ['Agent: Hello, how are you?', 'Customer: Fine.']);
});

t.test('a wrong caption is named by its line', async (t) => {
  for (const [text, message] of [
    ['WEBVTT\n\n00:01.000 --> 00:02.000\nHello.', /^line 4: nobody is named here/],
    ['WEBVTT\n\nMaria: Hello.', /^line 3: a caption without its time/],
    ['1\n00:00:04,000 --> 00:00:03,000\nA: Hi.', /^line 2: the caption ends \(00:00:03,000\) before/],
  ] as const) {
    t.throws(() => readSpeech(text), { message });
  }
});

t.test(
  'a transcript in JSON is read as the API answers it, as it is stored, or beside its analysis',
  async (t) => {
    const segments = [
      { speaker: 'Maria', start_time: 0, end_time: 1.5, text: 'Hi.' },
      { speaker: 'Walt', start_time: 2, end_time: 3, text: 'Hello?' },
    ];
    const roles = (content: unknown) => readSpeech(JSON.stringify(content)).lines.map(({ role }) => role);
    const speakers = { agent: 'Maria', contact: 'Walt', method: 'introduction', confidence: 0.9 };
    t.strictSame(roles({ call_id: 'x', speakers, segments }), ['agent', 'contact']);
    t.strictSame(roles({ analysis: {}, transcript: { speakers, segments } }), ['agent', 'contact']);
    t.strictSame(roles({ segments: segments.map((one) => ({ ...one, role: 'contact' })) }), [
      'contact',
      'contact',
    ]);
    t.strictSame(roles({ segments }), [null, null]);
  },
);

t.test('JSON that is not a transcript is refused with the reason', async (t) => {
  for (const [text, message] of [
    ['{"segments": [{"text": "Hi."}]}', /segments\.0\.speaker is required/],
    ['{"segments": [\n{"speaker": }]}', /broken JSON/],
    ['[{"id": "a", "turns": []}]', /Coach it with --calls/],
    ['{"id": "a", "turns": []}', /Coach it with --calls/],
    [
      '{"segments": [{"speaker": "A", "text": "x", "start_time": 5}, {"speaker": "C", "text": "y", "start_time": 4}]}',
      /segments\.1 starts before segments\.0/,
    ],
  ] as const) {
    t.throws(() => readSpeech(text), { message });
  }
});

t.test('anything else is refused, naming its first line', async (t) => {
  t.throws(() => readSpeech('\n\nDear all,\nMaria: Hello'), /^line 3: this is no transcript known here/);
  t.throws(() => readSpeech('WEBVTT\n'), /nobody says anything in it/);
});
