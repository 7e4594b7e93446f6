import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { builtInCoach } from '../../../src/engines/built-in/built-in-coach.ts';
import { connectModel, transformRequestBody } from '../../../src/engines/language-model/connect-model.ts';
import { type BudgetSettings, dailyBudget } from '../../../src/engines/language-model/daily-budget.ts';
import {
  type LanguageModelOptions,
  languageModelCoach,
} from '../../../src/engines/language-model/language-model-coach.ts';
import { readingCache } from '../../../src/engines/language-model/reading-cache.ts';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';
import { context, conversation, rubricNamed } from '../../fixtures/conversation.ts';
import { evidenceOfActs } from '../../fixtures/evidence-of-acts.ts';
import {
  answers,
  type Behaviour,
  completion,
  modelServer,
  says,
  sendJson,
  wholeLines,
} from '../../fixtures/model-server.ts';

const { db } = await coachingDatabase(t);
const rubric = rubricNamed('general-sales');
const call = conversation(
  'agent: Hi Paul, this is Maria from Northgate Windows.',
  'contact: Hello. What is this about?',
  'agent: Could I come by on Thursday at two?',
  'contact: Thursday at two, yes. But bring the price list.',
);
const wordsOfCall = ['Paul', 'Northgate', 'Thursday', 'price list'];
const good = answers(
  wholeLines(({ text }) => {
    if (/come by/.test(text)) return ['propose_time'];
    return /yes/.test(text) ? ['accept', 'request'] : ['greeting'];
  }),
);

/** As OpenAI's strict mode wants it, and without bounds. */
const replySchema = {
  required: ['stretches'],
  additionalProperties: false,
  properties: {
    stretches: {
      items: {
        required: ['line', 'quote', 'acts', 'confidence'],
        additionalProperties: false,
        properties: { acts: { items: { type: 'string', enum: Array } } },
      },
    },
  },
};

interface Change extends Partial<LanguageModelOptions> {
  budget?: Partial<BudgetSettings>;
}

async function scene(t: Test, behaviours: Behaviour[], { budget = {}, ...change }: Change = {}) {
  const server = await modelServer(t, ...behaviours);
  const integrationId = uuidv7();
  const logged: string[] = [];
  const log = createLogger({
    name: 'test',
    level: 'trace',
    destination: { write: (line: string) => void logged.push(line) },
  });
  const model = connectModel({
    engine: 'openai-compatible',
    model: 'small-model',
    url: server.url,
    apiKey: 'sk-secret-key',
  });
  const settings = { tokensPerDay: 1_000_000, moneyPerDay: undefined, prices: { input: 0, output: 0 } };
  const coach = languageModelCoach({
    findModel: async () => model,
    lost: () => {},
    integrationId,
    derive: evidenceOfActs,
    fallback: builtInCoach,
    openSpending: dailyBudget(db, { ...settings, ...budget }),
    cache: readingCache(db, 30),
    timeoutMs: 10_000,
    requestsAtOnce: 4,
    log,
    ...change,
  });
  const analyze = (transcript = call, signal?: AbortSignal) =>
    coach.analyze(transcript, rubric, context, signal);
  const usage = () =>
    db.selectFrom('model_usage').selectAll().where('integration_id', '=', integrationId).execute();
  return { ...server, analyze, usage, logged, integrationId };
}

t.test('a reply becomes acts on verbatim words, and the analysis names the model', async (t) => {
  const { analyze, requests, usage, url } = await scene(t, [good]);
  const { evidence, engine } = await analyze();
  t.strictSame(
    evidence.map(({ segment_index, quote, claim }) => [segment_index, quote, claim]),
    [
      [0, 'Hi Paul, this is Maria from Northgate Windows.', 'greeting'],
      [1, 'Hello. What is this about?', 'greeting'],
      [2, 'Could I come by on Thursday at two?', 'propose_time'],
      [3, 'Thursday at two, yes. But bring the price list.', 'accept request'],
    ],
  );
  t.match(engine, {
    name: 'openai-compatible',
    model: 'small-model',
    prompt_version: '1',
    rubric_version: /^general-sales@/,
    fallback_reason: null,
  });
  const [request] = requests;
  t.equal(requests.length, 1, url);
  t.equal(request?.headers.authorization, 'Bearer sk-secret-key');
  t.match(request?.body, {
    model: 'small-model',
    temperature: 0,
    max_tokens: Number,
    response_format: { type: 'json_schema', json_schema: { strict: true, schema: replySchema } },
  });
  t.notMatch(JSON.stringify(request?.body), 'Maria Lopez', 'names of the CRM are not sent');
  t.match(await usage(), [{ tokens: '1200' }]);
});

t.test('a wrong reply is asked for once more, with what is wrong with it', async (t) => {
  const wrong: Record<string, Behaviour> = {
    'not JSON': says('Sure! Here are the stretches you asked for.'),
    'half a reply': says('{"stretches": [{"line": 1, "quote": "Hi Pa'),
    'another shape': says('{"rating": 5}'),
    nothing: says(''),
    'other words': answers((lines) =>
      wholeLines(() => ['accept'])(lines.map((line) => ({ ...line, text: 'Deal!' }))),
    ),
    'one line of four': answers((lines) => wholeLines(() => ['greeting'])(lines.slice(1, 2))),
  };
  for (const [title, behaviour] of Object.entries(wrong)) {
    const { analyze, requests } = await scene(t, [behaviour, good]);
    const { engine, evidence } = await analyze();
    t.match(engine, { name: 'openai-compatible', fallback_reason: null }, title);
    t.equal(evidence.length, 4, title);
    t.equal(requests.length, 2, title);
    const [, , wrongReply, faults] = requests[1]?.body.messages ?? [];
    t.equal(wrongReply?.role, 'assistant', title);
    t.match(faults?.content, /cannot be used:\n.+\nGive the whole answer again/s, title);
  }
});

t.test('a reply that is right but for a little is taken without it', async (t) => {
  const { analyze, requests } = await scene(t, [
    answers((lines) => {
      const { stretches } = wholeLines(() => ['greeting', 'be_brilliant'])(lines);
      return { stretches: [...stretches.slice(0, 3), { ...stretches[3], acts: 'accept' }], note: 'hi' };
    }),
  ]);
  const { evidence } = await analyze();
  t.strictSame(
    evidence.map(({ claim, segment_index }) => `${segment_index} ${claim}`),
    ['0 greeting', '1 greeting', '2 greeting'],
  );
  t.equal(requests.length, 1);
});

const thinks = (content: string) =>
  `<think>Line 1 greets {"stretches": []}.</think>\n\n\`\`\`json\n${content}\n\`\`\`\n`;
const oddities: Record<string, Behaviour> = {
  'thoughts and a code fence': ({ lines }, response) =>
    sendJson(response, completion(thinks(JSON.stringify(wholeLines(() => ['greeting'])(lines))))),
  'no usage, fields of its own, slow small pieces': async ({ lines }, response) => {
    const reply = completion(JSON.stringify(wholeLines(() => ['greeting'])(lines)), null);
    const text = `  \n${JSON.stringify({ ...reply, timings: { predicted_ms: 3 }, __verbose: {}, system_fingerprint: 'b1' })}\n`;
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    for (let at = 0; at < text.length; at += 200) {
      response.write(text.slice(at, at + 200));
      await delay(1);
    }
    response.end();
  },
  'thoughts in a field of their own': ({ lines }, response) => {
    const reply = completion(JSON.stringify(wholeLines(() => ['greeting'])(lines)));
    Object.assign(reply.choices[0]?.message ?? {}, { reasoning_content: 'Line 1 greets.', tool_calls: null });
    sendJson(response, reply);
  },
  'cut at its limit, but whole': ({ lines }, response) => {
    const reply = completion(JSON.stringify(wholeLines(() => ['greeting'])(lines)));
    Object.assign(reply.choices[0] ?? {}, { finish_reason: 'length' });
    sendJson(response, reply);
  },
};

t.test('what local servers do otherwise than documented is read all the same', async (t) => {
  for (const [title, behaviour] of Object.entries(oddities)) {
    const { analyze, usage } = await scene(t, [behaviour]);
    const { engine, evidence } = await analyze();
    t.match(engine, { name: 'openai-compatible', fallback_reason: null }, title);
    t.equal(evidence.length, 4, title);
    t.ok(Number((await usage())[0]?.tokens) > 0, title);
  }
});

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
    const { analyze, usage } = await scene(t, [behaviour], { timeoutMs: 300 });
    const startedAt = performance.now();
    t.match((await analyze()).engine, { name: 'built-in', fallback_reason: 'time_limit' });
    const tookMs = performance.now() - startedAt;
    t.ok(tookMs >= 290 && tookMs < 3_000, `${tookMs} ms`);
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

const longCall = conversation(
  ...Array.from({ length: 60 }, (_, index) => {
    const text = `This is sentence number ${index}, and it goes on for a while so that one window cannot hold them all.`;
    return `${index % 2 === 0 ? 'agent' : 'contact'}: ${text}`;
  }),
);

t.test('a long call is read in windows, side by side, each after what was said just before', async (t) => {
  let running = 0;
  let most = 0;
  const slow: Behaviour = async (request, response) => {
    running += 1;
    most = Math.max(most, running);
    await delay(30);
    running -= 1;
    answers(wholeLines(() => ['inform']))(request, response);
  };
  const { analyze, requests } = await scene(t, [slow], { requestsAtOnce: 2 });
  const { evidence } = await analyze(longCall);
  t.strictSame(
    evidence.map(({ segment_index }) => segment_index),
    longCall.segments.map((_, index) => index),
  );
  t.ok(requests.length >= 3, `${requests.length} windows`);
  t.equal(most, 2);
  const [second] = requests.filter(({ lines }) => (lines[0]?.number ?? 1) > 1);
  t.match(
    second?.text,
    new RegExp(`^${(second?.lines[0]?.number ?? 0) - 1} `, 'm'),
    'the line before is there',
  );
});

t.test('one window that fails ends the others: a call is read by one engine alone', async (t) => {
  let closed = 0;
  const hanging: Behaviour = (_, response) => response.once('close', () => (closed += 1));
  const failing: Behaviour = (_, response) => void setTimeout(() => sendJson(response, {}, 503), 50);
  const { analyze, requests } = await scene(t, [hanging, failing, hanging]);
  t.equal((await analyze(longCall)).engine.fallback_reason, 'unavailable');
  while (closed < requests.length - 1) await delay(5);
});

t.test('a call without words is not sent', async (t) => {
  const { analyze, requests } = await scene(t, [good]);
  const { engine, evidence } = await analyze(conversation('agent: …', 'contact:  '));
  t.match(engine, { name: 'openai-compatible', fallback_reason: null });
  t.equal(evidence.length, 0);
  t.equal(requests.length, 0);
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

t.test('what OpenAI’s own models refuse is not sent to them', async (t) => {
  const body = { model: 'm', max_tokens: 5, temperature: 0, messages: [] };
  t.strictSame(transformRequestBody(body), { model: 'm', max_completion_tokens: 5, messages: [] });
});
