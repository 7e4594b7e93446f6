import type { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import type { EndpointTimes } from '../../../src/engines/endpoint/endpoint-client.ts';
import type { Endpoint } from '../../../src/engines/endpoint/endpoint-settings.ts';
import type { TransientFailure } from '../../../src/transient-failure.ts';
import { endpointEngine } from '../../fixtures/endpoint-engine.ts';
import { isTransient } from '../../fixtures/failures.ts';
import { closedPort } from '../../fixtures/recording-host.ts';
import { type Answer, error, json, said, servers, speechEndpoint } from '../../fixtures/speech-endpoint.ts';
import { toneFile } from '../../fixtures/tone-models.ts';
import { until } from '../../fixtures/until.ts';

// Most of the time they wait.
t.jobs = 4;

/** A server that hears well unless it is told otherwise, and an engine that does not wait for long. */
async function setUp(t: Test, times: Partial<EndpointTimes> = {}, given: Partial<Endpoint> = {}) {
  const server = await speechEndpoint(t, servers.openai);
  const own = await endpointEngine(t, { url: server.url, ...given }, { giveUpMs: 300, ...times });
  const failing = () => own.heard().then(String, (error: unknown) => error as TransientFailure);
  return { ...own, server, failing };
}

const text = (words: readonly [string, ...unknown[]][]) => words.map(([word]) => word).join(' ');
const nothing: Answer = () => {};
const drops: Answer = (response) => response.destroy();
const dropsWithin: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
  response.write('{"text": "Hel');
  setTimeout(() => response.destroy(), 5);
};
const truncated: Answer = (response) => response.writeHead(200).end('{"text": "Hello, Mar');
const page: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Sign in</title>');
const number: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok": 1}');
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    if (!response.destroyed) response.write(' '.repeat(64 * 1024), more);
  };
  more();
};
const drips: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};
const inPieces: Answer = (response) => {
  const body = JSON.stringify({ text: said });
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  for (const letter of body) response.write(letter);
  response.end();
};

for (const [what, answers] of [
  ['500 and 503', [error(500, 'server_error'), error(503, 'overloaded')]],
  [
    '429 with the second to come back at',
    [error(429, 'rate_limit_exceeded', { headers: { 'retry-after': '0.02' } })],
  ],
  [
    '429 with a date that has passed',
    [error(429, 'slow_down', { headers: { 'retry-after': new Date(0).toUTCString() } })],
  ],
  ['a lack of capacity', [error(498, 'capacity_exceeded')]],
  ['a connection that breaks', [drops, dropsWithin]],
  ['JSON that is cut off', [truncated]],
  ['a page in place of a transcript', [page]],
  ['JSON of something else', [number]],
  ['a reply without end', [endless]],
] as [string, Answer[]][]) {
  t.test(`after ${what} the window is asked for again, and heard`, async (t) => {
    const { server, heard, engine } = await setUp(t, { giveUpMs: 30_000 });
    server.next.push(...answers);
    t.equal(text(await heard()), said);
    t.equal(server.windows().length, answers.length + 1);
    t.equal(engine.fault?.(), null);
  });
}

t.test('a reply in small pieces and of any type is read', async (t) => {
  const { server, heard } = await setUp(t);
  server.next.push(inPieces);
  t.equal(text(await heard()), said);
});

for (const [what, answer] of [
  ['hangs', nothing],
  ['answers drop by drop', drips],
] as [string, Answer][]) {
  t.test(`a server that ${what} is left after the time-out`, async (t) => {
    const { server, heard } = await setUp(t, { giveUpMs: 30_000 }, { timeoutMs: 1_500 });
    await until(() => server.asked.length === 1);
    server.next.push(answer);
    t.equal(text(await heard()), said);
  });
}

t.test('a window that only it has trouble with fails, and the endpoint goes on serving', async (t) => {
  for (const answer of [error(500, 'server_error'), page, truncated, drops]) {
    const { server, failing, engine } = await setUp(t, { giveUpMs: 20 });
    server.usual = answer;
    server.toSilence = servers.openai;
    isTransient(t, (await failing()) as Error, 'engine_failed');
    t.equal(engine.fault?.(), null);
  }
});

t.test('audio that is refused fails its window at once', async (t) => {
  const { server, failing, engine } = await setUp(t);
  await until(() => server.asked.length === 1);
  server.usual = error(400, 'audio_too_short');
  const failure = (await failing()) as TransientFailure;
  isTransient(t, failure, 'engine_failed');
  t.match(failure.cause, { code: 'HTTP 400 (audio_too_short)' });
  t.equal(server.windows().length, 1);
  t.equal(engine.fault?.(), null);
});

for (const [what, answer, said] of [
  [
    'a wrong key',
    error(401, 'invalid_api_key', { message: 'Incorrect API key provided: sk-secret' }),
    'HTTP 401 (invalid_api_key)',
  ],
  ['a key without rights', error(403, 'forbidden'), 'HTTP 403 (forbidden)'],
  ['an unknown model', error(404, 'model_not_found'), 'HTTP 404 (model_not_found)'],
  ['a model that is no model', error(400, 'invalid_value', { param: 'model' }), 'HTTP 400 (invalid_value)'],
  ['a wrong path', (response: ServerResponse) => response.writeHead(404).end('Not Found'), 'HTTP 404'],
  ['an account without credit', error(429, 'insufficient_quota'), 'HTTP 429 (insufficient_quota)'],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'HTTP 302, a redirect',
  ],
  ['a web page', page, 'a reply that is not a transcript'],
] as [string, Answer, string][]) {
  t.test(`${what} is told to operators, and another engine may serve`, async (t) => {
    const server = await speechEndpoint(t, answer);
    const { engine, logged } = await endpointEngine(t, { url: server.url }, { giveUpMs: 20, askAgainMs: 50 });
    await until(() => engine.fault?.() !== null);
    t.equal(
      engine.fault?.(),
      `the speech endpoint openai-compatible refuses: ${said}; look at SPEECH_ENDPOINT_URL, _MODEL and _API_KEY`,
    );
    t.equal(await engine.find(), null);
    t.equal(logged.filter((line) => String(line[1]).includes('refuses')).length, 1, 'and logged once');
    t.notMatch(JSON.stringify([logged, engine.fault?.()]), 'sk-secret');
    server.usual = server.toSilence = servers.openai;
    await until(async () => (await engine.find()) !== null);
    t.equal(engine.fault?.(), null, 'until it is set right');
  });
}

t.test('a key that is withdrawn while it hears makes the recording wait', async (t) => {
  const { server, failing, engine } = await setUp(t, { giveUpMs: 30_000 });
  await until(() => server.asked.length === 1);
  server.usual = error(401, 'invalid_api_key');
  isTransient(t, (await failing()) as Error, 'endpoint_unavailable');
  t.match(engine.fault?.(), 'HTTP 401');
  t.equal(server.windows().length, 1);
});

t.test('one that is away is waited for', async (t) => {
  const { server, failing, recognizer } = await setUp(t, { giveUpMs: 20 });
  await until(() => server.asked.length === 1);
  server.usual = server.toSilence = error(503, 'overloaded');
  const failure = (await failing()) as TransientFailure;
  isTransient(t, failure, 'endpoint_unavailable');
  t.match(failure.cause, { code: 'does not answer: HTTP 503 (overloaded)' });
  isTransient(t, (await recognizer().catch((error: unknown) => error)) as Error, 'endpoint_unavailable');
});

t.test('after a while another engine may serve in its place, until it is back', async (t) => {
  const times = { giveUpMs: 20, patienceMs: 100, askAgainMs: 50 };
  const { server, failing, engine, recognizer } = await setUp(t, times);
  await until(() => server.asked.length === 1);
  server.usual = server.toSilence = error(503, 'overloaded');
  isTransient(t, (await failing()) as Error, 'endpoint_unavailable');
  await until(async () => (await engine.find()) === null);
  t.equal(engine.fault?.(), 'the speech endpoint openai-compatible does not answer: HTTP 503 (overloaded)');
  server.usual = server.toSilence = servers.openai;
  await until(async () => (await engine.find()) !== null);
  t.match(await recognizer(), { name: 'openai-compatible' });
});

t.test('what was heard before it went away is not sent again by a recording that had to wait', async (t) => {
  const { server, hear, recognizer, engine, window } = await setUp(t, {
    ...{ giveUpMs: 20, patienceMs: 30_000 },
  });
  const first = await recognizer();
  const words = await hear(first);
  const other = await toneFile(join(dirname(window), 'other.wav'), [], 1);
  server.usual = server.toSilence = error(503, 'overloaded');
  const failure = await first
    .recognize(other, new AbortController().signal, () => {})
    .catch((error) => error);
  isTransient(t, failure, 'endpoint_unavailable');
  server.usual = server.toSilence = servers.openai;
  const asked = server.windows().length;
  await until(async () => (await recognizer().catch(() => null)) !== null);
  const again = await recognizer();
  t.same(await hear(again), words);
  t.equal(server.windows().length, asked, 'nothing is sent');
  t.same(again.metered?.spent(), { seconds: 0, money: 0 }, 'and nothing is paid');
  const third = await engine.find();
  await hear(third as typeof again);
  t.equal(server.windows().length, asked + 1, 'another recording of the same sound is none that waited');
});

t.test('nobody listens: the recording waits, and nothing private is told', async (t) => {
  const url = `http://127.0.0.1:${await closedPort()}/v1/audio/transcriptions`;
  const { recognizer, engine } = await endpointEngine(t, { url }, { giveUpMs: 20 });
  isTransient(t, (await recognizer().catch((error: unknown) => error)) as Error, 'endpoint_unavailable');
  t.match(engine.fault?.(), 'does not answer: the connection failed (ECONNREFUSED)');
});

t.test('what asks to be left alone for long is, by all, and says for how long', async (t) => {
  const { server, failing, recognizer } = await setUp(t, { retryMaxMs: 1_000 });
  await until(() => server.asked.length === 1);
  server.usual = error(429, 'rate_limit_exceeded', { headers: { 'retry-after': '40' } });
  const failure = (await failing()) as TransientFailure;
  isTransient(t, failure, 'endpoint_unavailable');
  t.ok((failure.retryAfterSeconds ?? 0) > 30 && (failure.retryAfterSeconds ?? 0) <= 40);
  const asked = server.asked.length;
  isTransient(t, (await recognizer().catch((error: unknown) => error)) as Error, 'endpoint_unavailable');
  t.equal(server.asked.length, asked);
});

t.test('windows of one endpoint rest together', async (t) => {
  const { server, hear, recognizer } = await setUp(t, { giveUpMs: 30_000 });
  const own = await recognizer();
  let busyUntil = Number.POSITIVE_INFINITY;
  const tooEarly: number[] = [];
  server.next.push((response) => {
    busyUntil = performance.now() + 300;
    error(429, 'rate_limit_exceeded', { headers: { 'retry-after': '0.3' } })(response);
  });
  server.usual = (response, asked) => {
    if (performance.now() < busyUntil - 20) tooEarly.push(performance.now());
    servers.openai(response, asked);
  };
  const first = hear(own);
  await until(() => busyUntil !== Number.POSITIVE_INFINITY);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await Promise.all([first, hear(own), hear(own)]);
  t.same(tooEarly, []);
});

t.test('each try and each failure is a sign of life, and an aborted one ends at once', async (t) => {
  const { server, hear, recognizer, window } = await setUp(t, { giveUpMs: 30_000 });
  const own = await recognizer();
  server.next.push(error(500, 'server_error'), error(500, 'server_error'));
  let signs = 0;
  await hear(own, () => {
    signs += 1;
  });
  t.equal(signs, 5);
  server.next.push(nothing);
  const stop = new AbortController();
  const hearing = own.recognize(window, stop.signal, () => {});
  await until(() => server.next.length === 0);
  const reason = new Error('stopped');
  stop.abort(reason);
  t.equal(await hearing.catch((error: unknown) => error), reason);
});

t.test('a format that is refused later on is left, and others are not tried for other reasons', async (t) => {
  const { server, heard } = await setUp(t);
  t.equal(text(await heard()), said);
  server.usual = servers.openaiTranscribe;
  t.equal(text(await heard()), said);
  t.same(
    server.windows().map(({ format }) => format),
    ['verbose_json', 'verbose_json', 'json'],
  );
});

t.test('a server that says nothing of a window hears nothing', async (t) => {
  const { server, heard } = await setUp(t);
  server.next.push((response) => json(response, { text: '' }));
  t.same(await heard(), []);
});
