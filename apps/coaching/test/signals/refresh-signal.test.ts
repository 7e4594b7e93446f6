import { randomUUID } from 'node:crypto';
import type {
  refreshSignals as refreshOperation,
  showSignal as showOperation,
} from '@debrief/contracts/operations/coaching';
import { addJob, startJobs } from '@debrief/database/jobs';
import { transaction } from '@debrief/database/pool';
import { createLogger } from '@debrief/service-kit/logger';
import { sql } from 'kysely';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { analysisBody } from '../../src/analyses/analysis-view.ts';
import { analyze } from '../../src/analyses/analyze.ts';
import { claimAnalyses } from '../../src/analyses/claim-analyses.ts';
import { storeAnalyses } from '../../src/analyses/store-analyses.ts';
import type { Coach } from '../../src/engines/coach.ts';
import type { Speech } from '../../src/engines/findings/speech/speech.ts';
import { loadRubrics } from '../../src/engines/load-rubrics.ts';
import { recordIntegrationChange } from '../../src/integrations/record-integration-change.ts';
import { getSignal } from '../../src/signals/get-signal.ts';
import { deleteLeftOut } from '../../src/signals/left-out.ts';
import { queueGrown } from '../../src/signals/queue-grown.ts';
import { refreshJob } from '../../src/signals/refresh-job.ts';
import { refreshSignal } from '../../src/signals/refresh-signal.ts';
import { refreshSignals } from '../../src/signals/refresh-signals.ts';
import { showSignal } from '../../src/signals/show-signal.ts';
import { analysisScene, until } from '../fixtures/analysis-scene.ts';
import {
  ask,
  coachingDatabase,
  integrationChange,
  tenant,
  userChange,
} from '../fixtures/coaching-database.ts';
import { transcribed } from '../fixtures/events.ts';
import { patient, pushing } from '../fixtures/speech.ts';

const { db, url } = await coachingDatabase(t);
const log = createLogger({ name: 'test', level: 'silent' });
const jobs = await startJobs({
  url,
  schema: 'coaching',
  handlers: [refreshSignal(db)],
  concurrency: 1,
  log,
  timing: { pollMs: 100 },
});
t.teardown(() => jobs.close());
const { recording, transcript } = transcribed();
const context = { kind: recording.kind, incoming: null, occurred_at: recording.occurred_at };
const body = analysisBody(await analyze({ transcript, rubric: loadRubrics()(recording), context }));
const scene = analysisScene(db, {} as Coach);

/** An agent of an integration of its own. */
async function newAgent() {
  const caller = tenant();
  const { integration_id } = caller;
  const external_user_id = `rep:${randomUUID()}`;
  const user = userChange({ integration_id }, { external_user_id, name: 'Ada Agent' });
  await recordUserChange(db)({ payload: user } as never);
  const { user_id } = user;
  return {
    ...{ caller, integration_id, user_id, external_user_id, user },
    /** Delivers transcripts of so many calls and claims their analyses, as the service does. */
    async claims(count: number, speech: Speech, kind: 'call' | 'roleplay' = 'call') {
      for (let call = 0; call < count; call += 1)
        await scene.recording({ integration_id, user_id, kind }).deliver();
      const claim = { claimant: randomUUID(), holds: [], served: [], places: count };
      const claimed = await claimAnalyses(db, scene.settings({}).settings, claim);
      return claimed.map(({ integration_id, id, attempt, recording }) => ({
        ...{ key: { integration_id, id, attempt }, recording, body, speech, rerun_id: null },
      }));
    },
    /** Stores analyses of so many calls as the service does, and waits for the jobs that they add. */
    async says(count: number, speech: Speech, kind: 'call' | 'roleplay' = 'call') {
      const ended = await this.claims(count, speech, kind);
      t.strictSame(
        await storeAnalyses(db, ended),
        ended.map(() => true),
      );
      await jobsEnd();
    },
    signal: () =>
      db
        .selectFrom('signals')
        .selectAll()
        .where('integration_id', '=', integration_id)
        .where('user_id', '=', user_id)
        .executeTakeFirst(),
    async show() {
      const [shown] = await ask<typeof showOperation>(showSignal(db), [
        { caller, input: { integration_id, user: external_user_id } },
      ]);
      return shown;
    },
  };
}

async function jobsEnd(): Promise<void> {
  await queueGrown(db);
  await until(async () => {
    const { rows } = await sql`select 1 from coaching_jobs._private_jobs`.execute(db);
    return rows.length === 0;
  });
}

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
  t.match(answer, { aboutMe: /^Ada /, reasoning: /in 5 calls, 2,000 words; .* not a psychometric test/ });
  t.match(answer, { reasoning: /20 open questions.*"What made you look into this now\?" \(2026-11-20\)/ });
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
  await agent.says(3, { words: 0, indicators: {}, quotes: [] });
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

async function allLeftOutIsDeleted(): Promise<void> {
  while ((await deleteLeftOut(db)) === 'more');
}

const speechOf = (user_id: string) =>
  db.selectFrom('speech').select('recording_id').where('user_id', '=', user_id).execute();

type Agent = Awaited<ReturnType<typeof newAgent>>;
const answersFor = async ({ caller, integration_id, user_id }: Agent) => [
  ...(await ask(getSignal(db, log), [{ caller, input: { user_id } }] as never)),
  ...(await ask(showSignal(db), [{ caller, input: { integration_id, user: user_id } }] as never)),
  ...(await ask(refreshSignals(db), [{ caller, input: { integration_id, user: user_id } }] as never)),
];

t.test('a user who is left out loses signal and speech, and gets none until taken in again', async (t) => {
  const [agent, other] = [await newAgent(), await newAgent()];
  for (const one of [agent, other]) await one.says(5, patient);
  const change = (version: number, signal: boolean) =>
    recordUserChange(db)({ payload: { ...agent.user, version, signal } });
  await change(2, false);
  t.strictSame(await answersFor(agent), ['SIGNAL_OFF', 'SIGNAL_OFF', 'SIGNAL_OFF'], 'at once');
  await allLeftOutIsDeleted();
  t.equal(await agent.signal(), undefined);
  t.strictSame(await speechOf(agent.user_id), []);
  await agent.says(5, patient);
  t.strictSame(await speechOf(agent.user_id), [], 'nothing is counted of later calls');
  t.match(await other.signal(), { calls: 5 }, 'others keep theirs');
  await change(3, true);
  t.match(await answersFor(agent), ['SIGNAL_NOT_FOUND', { signal: null }, { agents: 0 }]);
  await agent.says(5, patient);
  t.match(await agent.signal(), { calls: 5, version: 1 });
});

t.test('an integration that switches signals off loses all, other integrations none', async (t) => {
  const [agent, other] = [await newAgent(), await newAgent()];
  for (const one of [agent, other]) await one.says(5, patient);
  const { integration_id } = agent;
  const payload = integrationChange({ integration_id, signals: false });
  await recordIntegrationChange(db)({ payload });
  t.strictSame(await answersFor(agent), ['SIGNALS_OFF', 'SIGNALS_OFF', 'SIGNALS_OFF']);
  await allLeftOutIsDeleted();
  t.equal(await agent.signal(), undefined);
  t.strictSame(await speechOf(agent.user_id), []);
  t.match(await other.signal(), { calls: 5 });
});

t.test('a job that waits from before stores nothing of somebody who was left out', async (t) => {
  const agent = await newAgent();
  await agent.says(5, patient);
  await recordUserChange(db)({ payload: { ...agent.user, version: 2, signal: false } });
  await db.deleteFrom('signals').where('user_id', '=', agent.user_id).execute();
  const { integration_id, user_id } = agent;
  await transaction(db, (tx) => addJob(tx, refreshJob, { integration_id, user_id, is_asked: true }));
  await jobsEnd();
  t.equal(await agent.signal(), undefined);
});
