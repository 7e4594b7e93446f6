import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { builtInCoach } from '../../../src/engines/built-in/built-in-coach.ts';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';
import { context, conversation } from '../../fixtures/conversation.ts';
import { call, good, longCall, modelScene, rubric, wordsOfCall } from '../../fixtures/model-scene.ts';
import { type Behaviour, says, sendJson } from '../../fixtures/model-server.ts';

const { db } = await coachingDatabase(t);
const scene = modelScene(db);

const useless: [title: string, reason: string, requests: number, behaviour: Behaviour][] = [
  ['wrong twice', 'invalid_reply', 2, says('No.')],
  [
    'too many requests',
    'unavailable',
    1,
    (_, response) => sendJson(response, { error: { message: 'slow down' } }, 429),
  ],
  [
    'a fault of the server',
    'unavailable',
    1,
    (_, response) => response.writeHead(500).end('<html>oops</html>'),
  ],
  ['a wrong key', 'rejected', 1, (_, response) => sendJson(response, { error: { message: 'bad key' } }, 401)],
  [
    'a model that is not there',
    'rejected',
    1,
    (_, response) => sendJson(response, { error: 'no such model' }, 404),
  ],
  ['a connection that is cut before an answer', 'unavailable', 1, (_, response) => response.destroy()],
  [
    'a connection that is cut within an answer',
    'invalid_reply',
    1,
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [');
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['a reply without end', 'invalid_reply', 1, endless],
  ['a page', 'invalid_reply', 1, (_, response) => response.writeHead(200).end('<html>Please log in</html>')],
  ['no choices', 'invalid_reply', 1, (_, response) => sendJson(response, { choices: [] })],
  [
    'events that nobody asked for',
    'invalid_reply',
    1,
    (_, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': ping\n\ndata: [DONE]\n\n'),
  ],
  [
    'a redirect to another host',
    'unavailable',
    1,
    (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end(),
  ],
];

function endless(_: unknown, response: Parameters<Behaviour>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = ' '.repeat(64 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}

t.test('where the model fails the built-in engine coaches, and the analysis says why', async (t) => {
  const expected = await builtInCoach.analyze(call, rubric, context);
  for (const [title, reason, count, behaviour] of useless) {
    const { analyze, requests, logged } = await scene(t, [behaviour]);
    const result = await analyze();
    t.strictSame(result, { ...expected, engine: { ...expected.engine, fallback_reason: reason } }, title);
    t.equal(requests.length, count, title);
    t.match(logged.join(''), `"reason":"${reason}"`, title);
    for (const secret of ['sk-secret-key', ...wordsOfCall]) t.notMatch(logged.join(''), secret, title);
    t.notMatch(JSON.stringify(result), 'sk-secret-key');
  }
});

t.test('a server that is not there is not waited for', async (t) => {
  const { analyze, server } = await scene(t, [good]);
  await new Promise((resolve) => server.close(resolve));
  t.equal((await analyze()).engine.fallback_reason, 'unavailable');
});

t.test('a slow model is given up in time, and its request ends', async (t) => {
  let closed: Promise<unknown> = Promise.resolve();
  const silent: Behaviour = (_, response) => {
    closed = new Promise((resolve) => response.once('close', resolve));
  };
  const dripping: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    closed = new Promise((resolve) => response.once('close', resolve)).then(() => clearInterval(timer));
  };
  for (const behaviour of [silent, dripping]) {
    const { analyze, usage } = await scene(t, [behaviour], { timeoutMs: 600 });
    const startedAt = performance.now();
    t.match((await analyze()).engine, { name: 'built-in', fallback_reason: 'time_limit' });
    const tookMs = performance.now() - startedAt;
    t.ok(tookMs >= 590, `${tookMs} ms`);
    await closed;
    t.ok(Number((await usage())[0]?.tokens) > 1_000, 'what was given up counts as used');
  }
});

t.test('a caller that gives up gets no analysis, not even the built-in one', async (t) => {
  const caller = new AbortController();
  const { analyze } = await scene(t, [() => caller.abort(new Error('closing'))]);
  await t.rejects(analyze(call, caller.signal), { message: 'closing' });
});

t.test('a fault of our own is not blamed on the model', async (t) => {
  const derive = () => {
    throw new RangeError('a fault in the derivation');
  };
  const { analyze } = await scene(t, [good], { derive });
  await t.rejects(analyze(), { message: 'a fault in the derivation' });
});

t.test('one window that fails ends the others: a call is read by one engine alone', async (t) => {
  let closed = 0;
  const hanging: Behaviour = (_, response) => response.once('close', () => (closed += 1));
  const failing: Behaviour = (_, response) => void setTimeout(() => sendJson(response, {}, 503), 50);
  const { analyze, requests } = await scene(t, [hanging, failing, hanging]);
  t.equal((await analyze(longCall)).engine.fallback_reason, 'unavailable');
  while (closed < requests.length - 1) await delay(5);
});

t.test('the same words are not sent again', async (t) => {
  const { analyze, requests, usage, integrationId } = await scene(t, [good]);
  const first = await analyze();
  t.strictSame(await analyze(), first);
  t.equal(requests.length, 1);
  t.match(await usage(), [{ tokens: '1200' }], 'nor paid for again');
  const stored = await db
    .selectFrom('model_readings')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .execute();
  t.equal(stored.length, 1);
  for (const word of wordsOfCall)
    t.notMatch(JSON.stringify(stored), word, 'the words themselves are not kept');
  await analyze(conversation('agent: Hi Paul, this is somebody else.'));
  t.equal(requests.length, 2);
});

t.test('a wrong reply is not kept', async (t) => {
  const { analyze, requests } = await scene(t, [says('No.'), says('No.'), good]);
  t.equal((await analyze()).engine.fallback_reason, 'invalid_reply');
  t.equal((await analyze()).engine.fallback_reason, null);
  t.equal(requests.length, 3);
});

t.test('when the tokens of the day are spent the built-in engine coaches without a request', async (t) => {
  const { analyze, requests, usage } = await scene(t, [good], { budget: { tokensPerDay: 1_000 } });
  t.match((await analyze()).engine, { name: 'built-in', fallback_reason: 'daily_limit' });
  t.equal(requests.length, 0);
  t.strictSame(await usage(), []);
});

t.test('the money of the day is a limit of its own', async (t) => {
  const prices = { input: 3, output: 15 };
  const spent = { prices, moneyPerDay: 0.01 };
  const poor = await scene(t, [good], { budget: spent });
  t.equal((await poor.analyze()).engine.fallback_reason, 'daily_limit');
  const rich = await scene(t, [good], { budget: { prices, moneyPerDay: 1 } });
  t.equal((await rich.analyze()).engine.fallback_reason, null);
  t.match(await rich.usage(), [{ tokens: '1200', money: '0.007200' }]);
});

t.test('a repair that the budget does not cover is not asked for', async (t) => {
  const { analyze, requests } = await scene(t, [says('No.'), good], { budget: { tokensPerDay: 5_500 } });
  t.equal((await analyze()).engine.fallback_reason, 'daily_limit');
  t.equal(requests.length, 1);
});
