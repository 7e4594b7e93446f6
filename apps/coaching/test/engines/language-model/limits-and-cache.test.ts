import t from 'tap';
import { coachingDatabase } from '../../fixtures/coaching-database.ts';
import { conversation } from '../../fixtures/conversation.ts';
import { good, modelScene, wordsOfCall } from '../../fixtures/model-scene.ts';
import { says } from '../../fixtures/model-server.ts';

const { db } = await coachingDatabase(t);
const scene = modelScene(db);

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
