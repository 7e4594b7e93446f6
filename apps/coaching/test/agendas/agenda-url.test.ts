import type { UserChanged } from '@debrief/contracts/events/directory';
import type { getAgenda as operation } from '@debrief/contracts/operations/coaching';
import type { CoachingAgenda } from '@debrief/contracts/resources/coaching-agenda';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { getAgenda } from '../../src/agendas/get-agenda.ts';
import { recordUserChange } from '../../src/agendas/record-user-change.ts';
import { ask, coachingDatabase, storedAgenda, tenant, userChange } from '../fixtures/coaching-database.ts';

const { db } = await coachingDatabase(t);
type Op = typeof operation;
type Caller = ReturnType<typeof tenant>;
const record = recordUserChange(db);

/** A tenant with an agenda that is ready, of an agent whom no event has announced yet. */
async function scene(values: Parameters<typeof storedAgenda>[2] = {}) {
  const caller = tenant();
  const user_id = uuidv7();
  const agenda = await storedAgenda(db, caller, { user_id, external_user_id: 'agent-7', ...values });
  const answer = async (webAppUrl = 'http://localhost:3000') => {
    const [answered] = await ask<Op>(getAgenda(db, webAppUrl), [{ caller, input: { id: agenda.id } }]);
    return answered as CoachingAgenda;
  };
  return {
    link: `http://localhost:3000/coaching/agendas/${agenda.id}`,
    agenda,
    change: (values: Partial<UserChanged>, of: Caller = caller) =>
      record({ payload: userChange(of, { user_id, ...values }) }),
    answer,
    url: async (webAppUrl?: string) => (await answer(webAppUrl)).agenda_url,
  };
}

t.test('an agenda that is ready and leads to one agent has a link', async (t) => {
  const { change, url, link } = await scene();
  await change({});
  t.equal(await url(), link);
});

t.test('the link has one slash behind the web application’s address, and keeps its path', async (t) => {
  const { change, url, agenda } = await scene();
  await change({});
  const path = `coaching/agendas/${agenda.id}`;
  t.equal(await url('https://app.example/'), `https://app.example/${path}`);
  t.equal(await url('https://app.example//'), `https://app.example/${path}`);
  t.equal(await url('https://app.example/team/'), `https://app.example/team/${path}`);
});

t.test('an agenda that is not ready has no link', async (t) => {
  for (const generation_status of ['queued', 'processing', 'failed', 'not_eligible'] as const) {
    const { change, url } = await scene({ generation_status });
    await change({});
    t.equal(await url(), null, generation_status);
  }
});

t.test('an agenda that leads to nobody has no link', async (t) => {
  const { change, url } = await scene();
  t.equal(await url(), null, 'before its agent is known');
  await change({}, tenant());
  t.equal(await url(), null, 'when the agent is another integration’s');
  await change({ external_user_ids: [] });
  t.equal(await url(), null, 'when no external id maps to its agent');
});

t.test('several external ids of one agent are one mapping', async (t) => {
  const { change, url, link } = await scene();
  await change({ external_user_ids: ['agent-7', 'a7', 'ada'] });
  t.equal(await url(), link);
});

t.test('an agenda whose external id maps to a second agent has no link', async (t) => {
  const { change, url, link } = await scene();
  const second = uuidv7();
  await change({});
  await change({ user_id: second });
  t.equal(await url(), null);
  await change({ user_id: second, version: 2, external_user_id: 'agent-8' });
  t.equal(await url(), link, 'until the id maps to one again');
});

t.test('a re-map keeps the link, until the old external id maps to somebody else', async (t) => {
  const { change, url, link } = await scene();
  await change({});
  await change({ version: 2, external_user_id: 'agent-70' });
  t.equal(await url(), link);
  const second = uuidv7();
  await change({ user_id: second });
  t.equal(await url(), null);
  await change({ version: 3, external_user_id: 'agent-70', external_user_ids: [] });
  t.equal(await url(), link, 'only the second agent is left');
});

t.test('the agenda of a user who is removed keeps the external id alone', async (t) => {
  const { change, answer, agenda } = await scene();
  const { user_id, external_user_id } = agenda;
  const neighbour = await scene();
  await neighbour.change({});
  await change({ version: 2 });
  t.match(await answer(), { user_id, external_user_id, agenda_url: String });
  const gone: Partial<UserChanged> = { version: 3, external_user_ids: [], name: '', removed: true };
  await change(gone);
  const removed = await answer();
  t.match(removed, { user_id: null, external_user_id, agenda_url: null, generation_status: 'ready' });
  await change({ version: 2 });
  await change(gone);
  t.strictSame(await answer(), removed, 'a late event of an earlier version brings nobody back');
  t.match(await neighbour.answer(), { user_id: neighbour.agenda.user_id, agenda_url: String });
});

t.test('the agenda of a removed user leads to the user its external id maps to', async (t) => {
  const { change, url, link } = await scene({ user_id: null });
  t.equal(await url(), null);
  await change({});
  t.equal(await url(), link);
  await change({ user_id: uuidv7() });
  t.equal(await url(), null);
});
