import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { transformRequestBody } from '../../../src/engines/language-model/connect-model.ts';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';
import { conversation } from '../../fixtures/conversation.ts';
import { good, longCall, modelScene } from '../../fixtures/model-scene.ts';
import {
  answers,
  type Behaviour,
  completion,
  says,
  sendJson,
  wholeLines,
} from '../../fixtures/model-server.ts';

const { db } = await coachingDatabase(t);
const scene = modelScene(db);

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

t.test('a call without words is not sent', async (t) => {
  const { analyze, requests } = await scene(t, [good]);
  const { engine, evidence } = await analyze(conversation('agent: …', 'contact:  '));
  t.match(engine, { name: 'openai-compatible', fallback_reason: null });
  t.equal(evidence.length, 0);
  t.equal(requests.length, 0);
});

t.test('what OpenAI’s own models refuse is not sent to them', async (t) => {
  const body = { model: 'm', max_tokens: 5, temperature: 0, messages: [] };
  t.strictSame(transformRequestBody(body), { model: 'm', max_completion_tokens: 5, messages: [] });
});
