import t from 'tap';
import { endpointEngine } from '../fixtures/endpoint-engine.ts';
import { servers, speechEndpoint } from '../fixtures/speech-endpoint.ts';

type Heard = [string, number, number, number | null][];
const timed = (confidence: number): Heard => [
  ['Hello,', 0.4, 0.76, confidence],
  ['Maria.', 0.8, 1.16, confidence],
  ['It', 2, 2.16, confidence],
  ['is', 2.2, 2.36, confidence],
  ['three.', 2.4, 2.56, confidence],
];
/** Over what sounds of each segment. */
const laidOut = (confidence: number | null): Heard => [
  ['Hello,', 0.4, 0.78, confidence],
  ['Maria.', 0.78, 1.16, confidence],
  ['It', 2, 2.11, confidence],
  ['is', 2.11, 2.22, confidence],
  ['three.', 2.22, 2.56, confidence],
];

for (const [server, words, language] of [
  ['openai', timed(0.8), 'en'],
  ['groq', timed(0.8), 'en'],
  ['speaches', timed(0.9), 'en'],
  ['whisperCpp', timed(0.8), 'en'],
  ['vllm', laidOut(0.8), 'en'],
  ['localAi', laidOut(null), 'und'],
] as const) {
  t.test(`a window is heard as ${server} hears it`, async (t) => {
    const endpoint = await speechEndpoint(t, servers[server]);
    const { recognizer, hear, heard } = await endpointEngine(t, { url: endpoint.url });
    t.strictSame(await heard(), words);
    const own = await recognizer();
    await hear(own);
    t.match(own, { name: 'openai-compatible', model: 'whisper-1', language, refusedSeconds: 0 });
    t.match(endpoint.asked[0], {
      path: '/v1/audio/transcriptions',
      key: 'Bearer sk-secret',
      format: 'verbose_json',
      model: 'whisper-1',
      granularities: ['word', 'segment'],
      language: null,
      temperature: null,
    });
  });
}

t.test('a model that gives text alone is asked for that from then on', async (t) => {
  const endpoint = await speechEndpoint(t, servers.openaiTranscribe);
  const { heard } = await endpointEngine(t, { url: endpoint.url, model: 'gpt-4o-transcribe' });
  const words = await heard();
  t.same(
    words.map(([word]) => word),
    ['Hello,', 'Maria.', 'It', 'is', 'three.'],
  );
  t.ok(
    words.every(
      ([, from, to]) => (from >= 0.4 && to <= 1.16) || (from >= 2 && to <= 2.56) || (from < 1.16 && to > 2),
    ),
  );
  t.same(
    endpoint.asked.map(({ format }) => format),
    ['verbose_json', 'json', 'json'],
  );
});

t.test('a server that knows plain text alone is understood, whatever type it gives', async (t) => {
  const endpoint = await speechEndpoint(t, (response, asked) => {
    if (asked.format === 'text') servers.whisperCpp(response, asked);
    else response.writeHead(422, { 'content-type': 'text/plain' }).end('unknown response_format');
  });
  const { heard } = await endpointEngine(t, { url: endpoint.url });
  t.equal((await heard()).map(([word]) => word).join(' '), 'Hello, Maria. It is three.');
  t.same(
    endpoint.asked.map(({ format }) => format),
    ['verbose_json', 'json', 'text', 'text'],
  );
});

t.test('the address of a request may be given whole, and the language', async (t) => {
  const endpoint = await speechEndpoint(t, servers.whisperCpp);
  const { engine, heard, recognizer } = await endpointEngine(t, {
    ...{ url: endpoint.base.replace('/v1', '/inference'), apiKey: undefined, language: 'pt-BR' },
  });
  await heard();
  t.match(endpoint.windows(), [{ path: '/inference', key: undefined, language: 'pt' }]);
  t.match(await recognizer(), { language: 'pt-BR' });
  t.equal(engine.fault?.(), null);
});

t.test('what a recording costs is what was sent, each request for its least', async (t) => {
  const endpoint = await speechEndpoint(t, servers.openai);
  const { recognizer, hear } = await endpointEngine(t, { url: endpoint.url, minSeconds: 10 });
  const own = await recognizer();
  t.same(own.metered?.spent(), { seconds: 0, money: 0 });
  await hear(own);
  t.same(own.metered?.spent(), { seconds: 10, money: 0.1 });
  t.same(own.metered?.costOf([4, 28]), { seconds: 38, money: 0.38 });
  t.same((await recognizer()).metered?.spent(), { seconds: 0, money: 0 }, 'and nothing of another');
});

t.test('without an endpoint there is no such engine', async (t) => {
  const { openAiCompatible } = await import('../../src/engines/openai-compatible.ts');
  const engine = openAiCompatible(null, {} as never);
  t.equal(await engine.find(), null);
  t.equal(engine.fault?.() ?? null, null);
});
