import type { UserChanged } from '@debrief/contracts/events/directory';
import type { getAgenda as operation } from '@debrief/contracts/operations/coaching';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getAgenda } from '../../src/agendas/get-agenda.ts';
import { recordUserChange } from '../../src/agents/record-user-change.ts';
import { ask, coachingDatabase, storedAgenda, tenant, userChange } from '../periods/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;
type Caller = ReturnType<typeof tenant>;
const record = recordUserChange(db);

/** A tenant with an agenda that is ready, of the agent `user`, whom nothing has been told of yet. */
async function scene(values: Parameters<typeof storedAgenda>[2] = {}) {
  const caller = tenant();
  const user_id = uuidv7();
  const agenda = await storedAgenda(db, caller, { user_id, external_user_id: 'agent-7', ...values });
  return {
    link: `http://localhost:3000/coaching/agendas/${agenda.id}`,
    agenda,
    tell: (change: Partial<UserChanged>, of: Caller = caller) =>
      record({ payload: userChange(of, { user_id, ...change }) }),
    url: async (webAppUrl = 'http://localhost:3000') => {
      const [answer] = await ask<Op>(getAgenda(db, webAppUrl), [{ caller, input: { id: agenda.id } }]);
      return (answer as { agenda_url: string | null }).agenda_url;
    },
  };
}

t.test('an agenda that is ready and leads to one agent has a link', async (t) => {
  const { tell, url, link } = await scene();
  await tell({});
  t.equal(await url(), link);
});

t.test('the link has one slash behind the web application’s address, and keeps its path', async (t) => {
  const { tell, url, agenda } = await scene();
  await tell({});
  const path = `coaching/agendas/${agenda.id}`;
  t.equal(await url('https://app.example/'), `https://app.example/${path}`);
  t.equal(await url('https://app.example//'), `https://app.example/${path}`);
  t.equal(await url('https://app.example/team/'), `https://app.example/team/${path}`);
});

t.test('an agenda that is not ready has no link', async (t) => {
  for (const generation_status of ['queued', 'processing', 'failed', 'not_eligible'] as const) {
    const { tell, url } = await scene({ generation_status });
    await tell({});
    t.equal(await url(), null, generation_status);
  }
});

t.test('an agenda that leads to nobody has no link', async (t) => {
  const { tell, url } = await scene();
  t.equal(await url(), null, 'before anything is told of its agent');
  await tell({}, tenant());
  t.equal(await url(), null, 'when the agent is another integration’s');
  await tell({ external_user_ids: [] });
  t.equal(await url(), null, 'when no external id means its agent');
});

t.test('several external ids of one agent are one mapping', async (t) => {
  const { tell, url, link } = await scene();
  await tell({ external_user_ids: ['agent-7', 'a7', 'ada'] });
  t.equal(await url(), link);
});

t.test('an agenda whose external id means a second agent has no link', async (t) => {
  const { tell, url, link } = await scene();
  const second = uuidv7();
  await tell({});
  await tell({ user_id: second });
  t.equal(await url(), null);
  await tell({ user_id: second, version: 2, external_user_id: 'agent-8' });
  t.equal(await url(), link, 'until the id means one again');
});

t.test('a re-map keeps the link, until the old external id means somebody else', async (t) => {
  const { tell, url, link } = await scene();
  await tell({});
  await tell({ version: 2, external_user_id: 'agent-70' });
  t.equal(await url(), link);
  const second = uuidv7();
  await tell({ user_id: second });
  t.equal(await url(), null);
  await tell({ version: 3, external_user_id: 'agent-70', external_user_ids: [] });
  t.equal(await url(), link, 'only the second agent is left');
});

t.test('the agenda of a removed user leads to whoever its external id means', async (t) => {
  const { tell, url, link } = await scene({ user_id: null });
  t.equal(await url(), null);
  await tell({});
  t.equal(await url(), link);
  await tell({ user_id: uuidv7() });
  t.equal(await url(), null);
});
