import t from 'tap';
import { findHallucination, withoutLoops } from '../../../src/engines/endpoint/hallucinations.ts';
import { endpointEngine } from '../../fixtures/endpoint-engine.ts';
import { json, said, servers, speechEndpoint } from '../../fixtures/speech-endpoint.ts';

const loop = 'Thank you for watching. '.repeat(6);
const long = `${'and then we went to the next one '.repeat(12)}`;

t.test('loops, and more words than anybody speaks, are refused', async (t) => {
  for (const [text, seconds, why] of [
    [loop, 28, 'the same words again and again'],
    ['no '.repeat(12), 20, 'the same words again and again'],
    ['Yes, I know. '.repeat(5), 20, 'the same words again and again'],
    [`So we said ${'bye bye now '.repeat(5)}`, 20, 'the same words again and again'],
    [long, 28, 'a text that compresses too well'],
    ['好的谢谢'.repeat(15), 28, 'a text that compresses too well'],
    ['one two three four five six seven eight nine ten eleven twelve', 1, 'more words than anybody speaks'],
    ['subscribe', 0, null],
    ['please subscribe to my channel', 0, 'more words than anybody speaks'],
  ] as const)
    t.equal(findHallucination(text, seconds), why, text);
});

t.test('what people say again, count and say fast is not', async (t) => {
  for (const [text, seconds] of [
    ['', 0],
    ['Yeah, yeah, yeah, yeah, yeah. No, no, no, no.', 4],
    ['Yes. Yes. Yes. Yes. Yes. Yes. Yes. Yes.', 5],
    ['I know, I know, I know, I know. It is what it is.', 5],
    ['Oh five, five five five, oh one double oh, five five five five.', 6],
    ['A as in alpha, B as in bravo, C as in charlie, D as in delta, E as in echo, F as in foxtrot.', 12],
    [`Four ${'one '.repeat(15)}expires oh nine.`, 9],
    ['One, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen.', 6],
    ['Hi, good, thanks, you?', 0.6],
    ['Monday at ten, Tuesday at ten, Wednesday at ten, or Thursday at ten, whichever works for you.', 7],
    ['你好，我是王小明，我想问一下关于我的账单的问题，可以吗？', 5],
    [
      'So what we do is we look at your bill, we look at what you pay now, and then we look at what you would pay with us, and if it is less, we talk, and if it is not, we do not talk, it is as simple as that.',
      14,
    ],
  ] as const)
    t.equal(findHallucination(text, seconds), null, text);
});

t.test('of words with their times loops alone are left out', async (t) => {
  const left = (text: string) =>
    withoutLoops(text.split(' ').map((text, startTime) => ({ text, startTime })))
      .map(({ text, startTime }) => `${text}${startTime}`)
      .join(' ');
  t.equal(left(`press one ${'Ah '.repeat(12)}thanks`), 'press0 one1 thanks14');
  t.equal(left(`so ${'bye, bye now '.repeat(5)}then`), 'so0 then16');
  const card = `four ${'one '.repeat(15).trim()}`;
  t.equal(left(card).split(' ').length, 16, 'a card number is none');
  const twice = 'no no no no no yes yes yes';
  t.equal(left(twice).split(' ').length, 8);
});

t.test('a window with words that nobody said is asked for again at another temperature', async (t) => {
  const server = await speechEndpoint(t, servers.openai);
  const { recognizer, hear, logged } = await endpointEngine(t, { url: server.url });
  server.next.push((response) => json(response, { text: loop }));
  const own = await recognizer();
  t.equal((await hear(own)).map(({ text }) => text).join(' '), said);
  t.same(
    server.windows().map(({ temperature }) => temperature),
    [null, '0.4'],
  );
  t.equal(own.refusedSeconds, 0);
  t.match(logged, [[{ temperature: null }, 'words that an endpoint gave for a window are refused']]);
  t.notMatch(JSON.stringify(logged), 'Thank you');
  t.match(own.metered?.spent(), { seconds: 8 }, 'both were sent');
});

t.test('a window with such words again is empty, and counted', async (t) => {
  for (const reply of [
    { text: loop },
    { text: 'word '.repeat(40) },
    // Times where nothing sounds.
    {
      text: 'Please like and subscribe.',
      words: ['Please', 'like', 'and', 'subscribe'].map((word) => ({ word, start: 3.6, end: 3.9 })),
      segments: [],
    },
  ]) {
    const server = await speechEndpoint(t, (response) => json(response, reply));
    server.toSilence = servers.openai;
    const { recognizer, hear } = await endpointEngine(t, { url: server.url });
    const own = await recognizer();
    t.same(await hear(own), []);
    t.equal(own.refusedSeconds, 4);
    t.equal(server.windows().length, 2);
  }
});
