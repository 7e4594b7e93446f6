import { addJob } from '@debrief/database/jobs';
import { transaction } from '@debrief/database/pool';
import t from 'tap';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { recordIntegrationChange } from '../../src/integrations/record-integration-change.ts';
import { getSignal } from '../../src/signals/get-signal.ts';
import { deleteLeftOut } from '../../src/signals/left-out.ts';
import { refreshJob } from '../../src/signals/refresh-job.ts';
import { refreshSignals } from '../../src/signals/refresh-signals.ts';
import { showSignal } from '../../src/signals/show-signal.ts';
import { ask, integrationChange } from '../fixtures/coaching-database.ts';
import { type Agent, signalScene } from '../fixtures/signal-scene.ts';
import { patient } from '../fixtures/speech.ts';

const { db, log, newAgent, jobsEnd } = await signalScene(t);

async function allLeftOutIsDeleted(): Promise<void> {
  while ((await deleteLeftOut(db)) === 'more');
}

const speechOf = (user_id: string) =>
  db.selectFrom('speech').select('recording_id').where('user_id', '=', user_id).execute();

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
