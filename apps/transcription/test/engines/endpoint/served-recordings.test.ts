import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { sampleCall } from '../../fixtures/sample-call.ts';
import { type Answer, error, json, servers, speechEndpoint } from '../../fixtures/speech-endpoint.ts';
import { until } from '../../fixtures/until.ts';
import { type PipelineOptions, pipeline } from '../../fixtures/worker.ts';

const call = await readFile(await sampleCall(t.testdir({}), 'call.mp3'));

// Each has servers of its own, and mostly waits.
t.jobs = 3;

/** Says who speaks by the order of its windows: the agent's channel comes first. */
function introductions(): Answer {
  const texts = ['This is David Miller.', 'I have a few minutes.'];
  return (response, { isSilent }) => json(response, { text: isSilent ? '' : (texts.shift() ?? 'Fine.') });
}

async function setUp(
  t: Test,
  answer: Answer,
  env: Record<string, string> = {},
  options: PipelineOptions = {},
) {
  const endpoint = await speechEndpoint(t, answer);
  const own = await pipeline(t, (_request, response) => response.end(call), {
    ...options,
    env: {
      ...{ ENGINE_PLACES: '1', POLL_SECONDS: '1' },
      ...{
        SPEECH_ENDPOINT_URL: endpoint.base,
        SPEECH_ENDPOINT_MODEL: 'whisper-1',
        SPEECH_ENDPOINT_API_KEY: 'sk-secret',
      },
      ...env,
    },
  });
  return { ...own, endpoint, url: `${own.host.origin}/call` };
}

t.test('a submitted call is heard by the endpoint, and its transcript and readiness say so', async (t) => {
  const { ingest, worker, url, endpoint } = await setUp(t, introductions());
  const [row] = await ingest.submit({ url });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript, {
    engine: { name: 'openai-compatible', version: '1', model: 'whisper-1' },
    language: 'und',
    segments: [
      { speaker: 'David Miller', role: 'agent', text: 'This is David Miller.' },
      { speaker: 'Susan Parker', role: 'contact', text: 'I have a few minutes.' },
    ],
  });
  t.same(row?.spent, [], 'nothing is counted without a limit');
  t.equal(endpoint.windows().length, 2);
  t.same(await worker.about?.(), { speech_engine: 'openai-compatible 1, model whisper-1' });
  t.notOk(worker.notes?.some((note) => note.includes('endpoint')));
});

t.test('an endpoint that refuses is noted, and the next engine serves', async (t) => {
  const { ingest, worker, url } = await setUp(t, error(401, 'invalid_api_key'));
  await until(() => worker.notes?.some((note) => note.includes('HTTP 401')) ?? false);
  const [row] = await ingest.submit({ url });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript, { engine: { name: 'pocketsphinx' } });
  t.match(await worker.about?.(), { speech_engine: /^pocketsphinx/ });
});

t.test('a recording waits for the endpoint that is named, and for one that is away', async (t) => {
  for (const [answer, code, env] of [
    [error(401, 'invalid_api_key'), 'engine_unavailable', { SPEECH_ENGINE: 'openai-compatible' }],
    [error(503, 'overloaded'), 'endpoint_unavailable', {}],
  ] as const) {
    const { ingest, worker, url } = await setUp(t, answer, env);
    await until(() => worker.notes?.some((note) => note.includes('endpoint')) ?? false);
    const [row] = await ingest.submit({ url });
    await until(() => row?.state === 'released');
    t.match(row?.releases, [{ outcome: 'wait', error: { code } }]);
    t.notMatch(JSON.stringify(row?.releases), /sk-secret|127\.0\.0\.1/);
  }
});

t.test('an integration has its own endpoint, which others get where it is allowed', async (t) => {
  const other = await speechEndpoint(t, introductions());
  const named = JSON.stringify({ acme: { url: other.base, model: 'large', api_key: 'sk-acme' } });
  const { ingest, url, endpoint } = await setUp(t, servers.openai, { SPEECH_ENDPOINTS: named });
  const asked = [{ type: 'transcription', model: 'acme' }];
  const [own, foreign, unknown] = await ingest.submit(
    { url, speechEngine: 'acme' },
    { url, recording: { ai_models: asked } },
    { url, speechEngine: 'nobody' },
  );
  await until(() => own?.state === 'transcribed' && foreign?.state === 'transcribed');
  t.match(own?.transcript?.engine, { name: 'openai-compatible', model: 'large' });
  t.match(foreign?.transcript?.engine, { name: 'openai-compatible', model: 'whisper-1' });
  await until(() => unknown?.state === 'released');
  t.match(unknown?.releases, [
    { outcome: 'wait', error: { code: 'engine_unavailable' }, detail: 'there is no engine nobody' },
  ]);
  t.ok(other.asked.every(({ key }) => key === 'Bearer sk-acme'));
  t.ok(endpoint.asked.every(({ key }) => key === 'Bearer sk-secret'));
});

t.test('a window that an endpoint is silent on holds up none of another engine', async (t) => {
  const silent = await speechEndpoint(t, introductions());
  silent.usual = () => undefined;
  const named = JSON.stringify({ acme: { url: silent.base, model: 'large' } });
  const { ingest, url } = await setUp(t, introductions(), { SPEECH_ENDPOINTS: named });
  const [own] = await ingest.submit({ url, speechEngine: 'acme' });
  await until(() => silent.windows().length > 0);
  const [other] = await ingest.submit({ url });
  await until(() => other?.state === 'transcribed');
  t.not(own?.state, 'transcribed');
});

t.test(
  'what is sent is reserved before and settled after; beyond the limit the next engine serves',
  async (t) => {
    const { ingest, url } = await setUp(t, introductions(), {
      SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL: '1.2',
      SPEECH_ENDPOINT_PRICE: '0.6',
    });
    const submitted = { url, recording: { duration_seconds: 60 } };
    const [first] = await ingest.submit(submitted);
    await until(() => first?.state === 'transcribed');
    const [reserved, exact, settled] = first?.spent ?? [];
    t.match(reserved, { seconds: 60, money: 0.6, limits: { seconds: null, seconds_in_all: 72 } });
    t.ok((exact?.seconds ?? 0) > 1 && (exact?.seconds ?? 60) < 10, 'what is spoken in it');
    t.equal(settled?.seconds.toFixed(2), exact?.seconds.toFixed(2));
    t.match(settled, { limits: { seconds_in_all: null } });
    t.equal(first?.spent.length, 3);
    const [second] = await ingest.submit({ url, recording: { duration_seconds: 71.5 } });
    await until(() => second?.state === 'transcribed');
    t.match(second?.transcript, { engine: { name: 'pocketsphinx' } });
    t.same(second?.spent, []);
  },
);

t.test('beyond the limit a recording waits for the endpoint that is named, and sends nothing', async (t) => {
  const { ingest, url, endpoint } = await setUp(t, servers.openai, {
    SPEECH_ENGINE: 'openai-compatible',
    SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL: '1',
  });
  const [row] = await ingest.submit({ url, recording: { duration_seconds: 61 } });
  await until(() => row?.state === 'released');
  t.match(row?.releases, [{ outcome: 'wait', error: { code: 'endpoint_limit' } }]);
  t.ok((row?.releases[0]?.retry_after_seconds ?? 0) > 0);
  t.equal(endpoint.windows().length, 0);
});

t.test(
  'what a recording longer than it was said to be may not take is given back, and it is heard by the next',
  async (t) => {
    const { ingest, url, endpoint } = await setUp(t, servers.openai, {
      SPEECH_ENDPOINT_MINUTES_PER_DAY_IN_ALL: '0.02',
    });
    const [row] = await ingest.submit({ url, recording: { duration_seconds: 1 } });
    await until(() => row?.state === 'transcribed');
    t.match(row?.transcript, { engine: { name: 'pocketsphinx' } });
    t.equal(endpoint.windows().length, 0);
    t.same(
      row?.spent.map(({ seconds }) => seconds),
      [1, 0],
    );
  },
);

t.test('words that nobody said are left out of the transcript, which says how much that is', async (t) => {
  const { ingest, url } = await setUp(t, (response, { isSilent }) =>
    json(response, { text: isSilent ? '' : 'Thank you for watching. '.repeat(8) }),
  );
  const [row] = await ingest.submit({ url });
  await until(() => row?.state === 'transcribed');
  t.match(row?.transcript, { quality: 'low', segments: [] });
  t.ok((row?.transcript?.engine.refused_seconds ?? 0) > 2);
});
