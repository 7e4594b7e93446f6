import type { UserChanged } from '@debrief/contracts/events/directory';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { recordAgent } from '../src/record-agent.ts';
import { analyticsDatabase, call, keep, metricsOf, question, tenant } from './fixtures/analytics-database.ts';

const { db } = await analyticsDatabase(t);

function changed(change: Partial<UserChanged> = {}): UserChanged {
  return {
    integration_id: uuidv7(),
    user_id: uuidv7(),
    version: 1,
    external_user_id: 'u-1',
    external_user_ids: ['u-1'],
    team_ids: [],
    name: 'Ann',
    timezone: null,
    signal: true,
    ...change,
  };
}

t.test('the newest state of an agent is kept, in any order of its changes, also repeated ones', async (t) => {
  for (const order of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
    [3, 3, 1, 2, 3, 1],
  ]) {
    const agent = changed();
    for (const version of order) await recordAgent(db, { ...agent, version, team_ids: [`team-${version}`] });
    const kept = await db
      .selectFrom('agents')
      .selectAll()
      .where('integration_id', '=', agent.integration_id)
      .execute();
    const { integration_id, user_id } = agent;
    t.strictSame(kept, [{ integration_id, user_id, version: 3, team_ids: ['team-3'] }]);
  }
});

t.test('calls count for the teams their agent is in at present, also those before the change', async (t) => {
  const caller = tenant();
  const { integration_id } = caller;
  const user_id = uuidv7();
  await keep(db, call(caller, { user_id }));
  const callsOf = async (...team: string[]) =>
    (await metricsOf(db, caller, question(user_id, { team }))).calls.total;

  t.equal(await callsOf('north'), 0, 'an unknown agent is not in any team');
  await recordAgent(db, changed({ integration_id, user_id, version: 2, team_ids: ['south', 'north'] }));
  t.equal(await callsOf('north'), 1);
  t.equal(await callsOf('east', 'south'), 1);
  t.equal(await callsOf('east'), 0);
  await recordAgent(db, changed({ integration_id, user_id, version: 1, team_ids: ['east'] }));
  t.equal(await callsOf('east'), 0, 'an older change is ignored');
  await recordAgent(db, changed({ integration_id, user_id, version: 3, team_ids: [] }));
  t.equal(await callsOf('north', 'south'), 0);
});

t.test('a team is found by its id in either case, and echoed as it was given', async (t) => {
  const caller = tenant();
  const [user_id, team] = [uuidv7(), uuidv7()];
  await keep(db, call(caller, { user_id }));
  await recordAgent(db, changed({ integration_id: caller.integration_id, user_id, team_ids: [team] }));
  const metrics = await metricsOf(db, caller, question(user_id, { team: [team.toUpperCase()] }));
  t.equal(metrics.calls.total, 1);
  t.strictSame(metrics.filters.team, [team.toUpperCase()]);
});

t.test('the teams of another tenant mean nothing, even for the same user id', async (t) => {
  const caller = tenant();
  const user_id = uuidv7();
  await keep(db, call(caller, { user_id }));
  await recordAgent(db, changed({ user_id, team_ids: ['north'] }));
  t.equal((await metricsOf(db, caller, question(user_id, { team: ['north'] }))).calls.total, 0);
});
