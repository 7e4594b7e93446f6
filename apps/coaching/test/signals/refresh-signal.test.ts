import { randomUUID } from 'node:crypto';
import type {
  refreshSignals as refreshOperation,
  showSignal as showOperation,
} from '@debrief/contracts/operations/signals';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { claimAnalyses } from '../../src/analyses/claim-analyses.ts';
import { storeAnalyses } from '../../src/analyses/store-analyses.ts';
import { getSignal } from '../../src/signals/get-signal.ts';
import { queueGrown } from '../../src/signals/queue-grown.ts';
import { refreshSignals } from '../../src/signals/refresh-signals.ts';
import { showSignal } from '../../src/signals/show-signal.ts';
import { ask } from '../fixtures/coaching-database.ts';
import { signalScene } from '../fixtures/signal-scene.ts';
import { patient, pushing } from '../fixtures/speech.ts';

const { db, log, body, scene, newAgent, jobsEnd } = await signalScene(t);

t.test('a signal is inferred once there are five calls with enough words', async (t) => {
  const agent = await newAgent();
  await agent.says(4, patient);
  t.equal(await agent.signal(), undefined);
  t.strictSame(
    await ask(getSignal(db, log), [{ caller: agent.caller, input: { user_id: agent.user_id } }] as never),
    ['SIGNAL_NOT_FOUND'],
  );
  t.match(await agent.show(), { name: 'Ada Agent', speech: { calls: 4, words: 1600 }, signal: null });
  await agent.says(1, patient);
  t.match(await agent.signal(), { calls: 5, words: 2000, version: 1 });
  const [answer] = await ask(getSignal(db, log), [
    { caller: agent.caller, input: { user_id: agent.user_id } },
  ] as never);
  t.match(answer, { aboutMe: /^Ada /, reasoning: /not a psychometric test/ });
  t.match(answer, { reasoning: /asks many open questions \(about 20\)/ });
  // What one text of the profile quotes, no other repeats.
  t.equal(JSON.stringify(answer).split('“What made you look into this now?”').length, 2, 'quoted once');
});

t.test('five calls of few words are not enough', async (t) => {
  const agent = await newAgent();
  await agent.says(6, { ...patient, words: 249 });
  t.equal(await agent.signal(), undefined);
  await agent.says(1, { ...patient, words: 6 });
  t.match(await agent.signal(), { calls: 7, words: 1500 });
});

t.test('a roleplay and a call without a word of the agent count for nothing', async (t) => {
  const agent = await newAgent();
  await agent.says(4, patient);
  await agent.says(3, patient, 'roleplay');
  await agent.says(3, { words: 0, indicators: {}, quotes: [], exchanges: [] });
  t.equal(await agent.signal(), undefined);
  t.match(await agent.show(), { speech: { calls: 4, words: 1600 } });
});

t.test('a signal is inferred again when speech has grown by a tenth, under the same id', async (t) => {
  const agent = await newAgent();
  await agent.says(10, patient);
  const first = await agent.signal();
  await agent.says(1, { ...pushing, words: 399 });
  t.strictSame(await agent.signal(), first);
  await agent.says(1, { ...pushing, words: 1 });
  const second = await agent.signal();
  t.match(second, { id: first?.id, version: 2, calls: 12, words: 4400 });
  t.not(second?.profile, first?.profile);
});

t.test('an operator has a signal inferred again at once, of one agent or of all', async (t) => {
  const agent = await newAgent();
  await agent.says(5, patient);
  await db.updateTable('signals').set({ profile: '{' }).where('user_id', '=', agent.user_id).execute();
  t.equal(await agent.show(), 'SIGNAL_INVALID');
  const { caller, integration_id, user_id } = agent;
  const refresh = (input: object) =>
    ask<typeof refreshOperation>(refreshSignals(db), [{ caller, input: { integration_id, ...input } }]);
  t.strictSame(await refresh({}), [{ agents: 1 }]);
  await jobsEnd();
  t.match(await agent.show(), {
    signal: { version: 2, speech: { calls: 5, words: 2000 }, profile: { DISC: {} } },
  });
  t.strictSame(await refresh({ user: user_id }), [{ agents: 1 }]);
  t.strictSame(await refresh({ user: 'nobody' }), ['USER_NOT_FOUND']);
  await jobsEnd();
  t.equal((await agent.signal())?.version, 3);
});

t.test('an agent of another integration is not found', async (t) => {
  const [mine, other] = [await newAgent(), await newAgent()];
  const shown = await ask<typeof showOperation>(showSignal(db), [
    { caller: mine.caller, input: { integration_id: mine.integration_id, user: other.user_id } },
  ]);
  t.strictSame(shown, ['USER_NOT_FOUND']);
});

t.test('an analysis that is stored again replaces what was counted', async (t) => {
  const { integration_id } = await newAgent();
  const user_id = uuidv7();
  const call = scene.recording({ integration_id, user_id });
  for (const [attempt, speech] of [
    [1, patient],
    [2, { ...pushing, words: 7 }],
  ] as const) {
    await call.deliver({ attempt });
    const claim = { claimant: randomUUID(), holds: [], served: [], places: 1 };
    const [claimed] = await claimAnalyses(db, scene.settings({}).settings, claim);
    if (claimed === undefined) throw new Error('nothing was claimed');
    const { id, recording } = claimed;
    await storeAnalyses(db, [
      { key: { integration_id, id, attempt: claimed.attempt }, recording, body, speech, rerun_id: null },
    ]);
  }
  const rows = await db.selectFrom('speech').selectAll().where('user_id', '=', user_id).execute();
  t.match(rows, [{ words: 7, indicators: pushing.indicators, quotes: pushing.quotes }]);
  t.equal(rows.length, 1);
});

t.test(
  'speech that is stored while another replica looks for grown speech waits for the next look',
  async (t) => {
    const agent = await newAgent();
    await agent.says(3, patient);
    await storeAnalyses(db, await agent.claims(1, patient));
    const ended = await agent.claims(1, patient);
    await db.transaction().execute(async (tx) => {
      await storeAnalyses(tx, ended);
      await queueGrown(db);
    });
    await jobsEnd();
    t.match(await agent.signal(), { calls: 5 });
  },
);
