import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import t, { type Test } from 'tap';
import { uuidv7 } from 'uuidv7';
import { settings } from '../../../src/config.ts';
import { builtInCoach } from '../../../src/engines/built-in/built-in-coach.ts';
import { chooseCoach } from '../../../src/engines/language-model/choose-coach.ts';
import type { Db } from '../../../src/tables.ts';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';
import { context, conversation, rubricNamed } from '../../fixtures/conversation.ts';
import { evidenceOfActs } from '../../fixtures/evidence-of-acts.ts';
import { answers, type Behaviour, modelServer, sendJson, wholeLines } from '../../fixtures/model-server.ts';

const { db, url: databaseUrl } = await coachingDatabase(t);
const rubric = rubricNamed('general-sales');
const call = conversation('agent: Hi Paul, this is Maria.', 'contact: Hello.');
const greets = answers(wholeLines(() => ['greeting']));

/** What the service chooses by these settings, and what it logs. */
function choose(env: Record<string, string>, localAddresses: string[] = [], database: Db | null = db) {
  const logged: string[] = [];
  const config = loadConfig(settings, { DATABASE_URL: databaseUrl, NATS_URL: 'nats://host', ...env });
  const log = createLogger({
    name: 'test',
    level: 'trace',
    destination: { write: (line: string) => void logged.push(line) },
  });
  const coachOf = chooseCoach({
    config,
    db: database,
    builtIn: builtInCoach,
    derive: evidenceOfActs,
    log,
    localAddresses,
  });
  async function engineOf(...asked: { type: string; model: string }[]) {
    const coach = coachOf({ integration_id: uuidv7(), ai_models: asked });
    const { engine } = await coach.analyze(call, rubric, context);
    return [engine.name, engine.model, engine.fallback_reason];
  }
  return { engineOf, logged };
}

async function deadAddress(t: Test): Promise<string> {
  const { url, server } = await modelServer(t, greets);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

t.test('without a setting the built-in engine coaches, whatever a submission asks for', async (t) => {
  const { engineOf } = choose({});
  t.strictSame(await engineOf({ type: 'coaching', model: 'gpt' }), ['built-in', null, null]);
});

t.test('a submission may ask for a model that the operator has enabled, and for no other', async (t) => {
  const { url } = await modelServer(t, greets);
  const COACH = { COACH_ENGINE: 'openai-compatible', COACH_URL: url };
  const { engineOf } = choose({ ...COACH, COACH_MODEL: 'usual', COACH_MODELS: 'large,larger' });
  t.strictSame(await engineOf(), ['openai-compatible', 'usual', null]);
  t.strictSame(await engineOf({ type: 'coaching', model: 'large' }), ['openai-compatible', 'large', null]);
  t.strictSame(await engineOf({ type: 'coaching', model: 'built-in' }), ['built-in', null, null]);
  for (const ignored of [
    { type: 'coaching', model: 'not-enabled' },
    { type: 'transcription', model: 'large' },
    { type: 'weather', model: 'large' },
  ]) {
    t.strictSame(await engineOf(ignored), ['openai-compatible', 'usual', null]);
  }
});

t.test('without a usual model a language model coaches only where it is asked for', async (t) => {
  const { url, requests } = await modelServer(t, greets);
  const { engineOf } = choose({ COACH_ENGINE: 'openai-compatible', COACH_URL: url, COACH_MODELS: 'large' });
  t.strictSame(await engineOf(), ['built-in', null, null]);
  t.equal(requests.length, 0);
  t.strictSame(await engineOf({ type: 'coaching', model: 'large' }), ['openai-compatible', 'large', null]);
});

t.test('auto finds the first server that lists models that answer, and says so once', async (t) => {
  const page = await deadAddress(t);
  const { url } = await modelServer(t, greets);
  const { engineOf, logged } = choose({ COACH_ENGINE: 'auto' }, [page, url]);
  const twice = [await engineOf(), await engineOf()];
  t.strictSame(twice, [
    ['openai-compatible', 'small-model', null],
    ['openai-compatible', 'small-model', null],
  ]);
  t.equal(logged.length, 1);
  t.match(JSON.parse(logged[0] ?? ''), { url, model: 'small-model' });
});

t.test('auto takes the model that is set, and an address of its own first', async (t) => {
  const [own, usual] = [await modelServer(t, greets), await modelServer(t, greets)];
  const { engineOf } = choose(
    { COACH_ENGINE: 'auto', COACH_URL: `${own.url}/`, COACH_MODEL: 'large-model', COACH_API_KEY: 'sk' },
    [usual.url],
  );
  t.strictSame(await engineOf(), ['openai-compatible', 'large-model', null]);
  t.equal(own.requests.length, 1);
  t.equal(usual.requests.length, 0);
  t.strictSame([own.keys, usual.keys], [['Bearer sk'], [undefined]], 'the key goes to its own address alone');
});

t.test('auto without a server leaves calls to the built-in engine, and says so once', async (t) => {
  const { engineOf, logged } = choose({ COACH_ENGINE: 'auto' }, [await deadAddress(t)]);
  t.strictSame(await engineOf(), ['built-in', null, 'unavailable']);
  t.strictSame(await engineOf(), ['built-in', null, 'unavailable']);
  t.equal(logged.length, 1);
});

const anthropicReply: Behaviour = ({ body, lines }, response) => {
  const text = JSON.stringify(wholeLines(() => ['greeting'])(lines));
  const tools = body.tools as { name: string }[] | undefined;
  const content =
    tools === undefined
      ? { type: 'text', text }
      : { type: 'tool_use', id: 'toolu_1', name: tools[0]?.name, input: JSON.parse(text) };
  const usage = { input_tokens: 100, output_tokens: 50 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, content: [content] };
  sendJson(response, {
    ...message,
    stop_reason: tools ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  });
};

t.test('Anthropic is spoken to in its own way, whether it has structured output or tools', async (t) => {
  for (const model of ['claude-sonnet-4-5', 'claude-3-haiku-20240307']) {
    const { url, requests } = await modelServer(t, anthropicReply);
    const key = 'sk-ant-secret';
    const { engineOf, logged } = choose({
      COACH_ENGINE: 'anthropic',
      COACH_URL: url,
      COACH_MODEL: model,
      COACH_API_KEY: key,
    });
    t.strictSame(await engineOf(), ['anthropic', model, null]);
    t.equal(requests[0]?.path, '/v1/messages');
    t.equal(requests[0]?.headers['x-api-key'], key);
    t.equal(logged.join(''), '');
  }
});

t.test('Anthropic that refuses a key is not asked again for the same call', async (t) => {
  const { url, requests } = await modelServer(t, (_, response) =>
    sendJson(response, { type: 'error', error: { type: 'authentication_error', message: 'bad key' } }, 401),
  );
  const { engineOf, logged } = choose({
    COACH_ENGINE: 'anthropic',
    COACH_URL: url,
    COACH_MODEL: 'claude',
    COACH_API_KEY: 'sk-ant-secret',
  });
  t.strictSame(await engineOf(), ['built-in', null, 'rejected']);
  t.equal(requests.length, 1);
  t.notMatch(logged.join(''), 'sk-ant-secret');
});

t.test('settings that lack something are refused, all together', async (t) => {
  t.throws(() => choose({ COACH_ENGINE: 'openai-compatible' }), {
    name: 'ConfigError',
    message: /COACH_URL is missing.+COACH_MODEL is missing/s,
  });
  t.throws(() => choose({ COACH_ENGINE: 'anthropic' }), { message: /COACH_API_KEY is missing/ });
  t.throws(() => choose({ COACH_ENGINE: 'auto', COACH_MONEY_PER_DAY: '5' }), { message: /needs prices/ });
  t.throws(() => choose({ COACH_ENGINE: 'magic' }), { name: 'ConfigError' });
});

t.test('without a database a language model coaches as well, and is asked each time', async (t) => {
  const { url, requests } = await modelServer(t, greets);
  const env = { COACH_ENGINE: 'openai-compatible', COACH_URL: url, COACH_MODEL: 'large' };
  const { engineOf } = choose(env, [], null);
  t.strictSame(await engineOf(), ['openai-compatible', 'large', null]);
  await engineOf();
  t.equal(requests.length, 2);
});
