import {
  assignTeam as assignOperation,
  createTeam,
  listTeams,
  unassignTeam,
} from '@debrief/contracts/operations/directory-teams';
import t from 'tap';
import { uuidv7 } from 'uuidv7';
import { assignTeam } from '../../src/teams/assign-team.ts';
import { userEvents } from '../fixtures/answers.ts';
import { declared, operator, runningDirectory } from '../fixtures/running-directory.ts';
import { resolveOne } from '../fixtures/submission.ts';

const { ask, db, createIntegration } = await runningDirectory(t);

t.test('teams are listed from the oldest, of their own integration', async (t) => {
  const [mine, theirs] = [await createIntegration(), await createIntegration()];
  const east = await ask(createTeam, { integration_id: mine.id.toUpperCase(), name: 'East' });
  const west = await ask(createTeam, { integration_id: mine.id, name: 'West' });
  t.match(east, { integration_id: mine.id, name: 'East' });
  t.strictSame(await ask(listTeams, { integration_id: mine.id }), { data: [east, west] });
  t.strictSame(await ask(listTeams, { integration_id: theirs.id }), { data: [] });
});

t.test('a team of an unknown integration or without a name is refused', async (t) => {
  const { id } = await createIntegration();
  await t.rejects(
    ask(createTeam, { integration_id: uuidv7(), name: 'East' }),
    declared('INTEGRATION_NOT_FOUND'),
  );
  await t.rejects(ask(createTeam, { integration_id: id, name: '' }), declared('VALIDATION_FAILED'));
});

t.test('every real change of membership is emitted, with all teams of the user', async (t) => {
  const { id: integration_id } = await createIntegration();
  const { user_id } = await resolveOne(db, integration_id);
  const { id: east } = await ask(createTeam, { integration_id, name: 'East' });
  const { id: west } = await ask(createTeam, { integration_id, name: 'West' });
  const member = { integration_id, user_id };
  t.strictSame(await ask(assignOperation, { ...member, team_id: east }), { ...member, team_ids: [east] });
  await ask(assignOperation, { ...member, team_id: east.toUpperCase() });
  await ask(assignOperation, { ...member, team_id: west });
  await resolveOne(db, integration_id, { user_timezone: 'Asia/Tokyo' });
  t.strictSame(await ask(unassignTeam, { ...member, team_id: east }), { ...member, team_ids: [west] });
  await ask(unassignTeam, { ...member, team_id: east });
  t.strictSame(
    (await userEvents(db, integration_id)).map(({ version, team_ids }) => [version, ...team_ids]),
    [[1], [2, east], [3, east, west], [4, east, west], [5, west]],
  );
});

t.test('memberships changed at once are all kept', async (t) => {
  const { id: integration_id } = await createIntegration();
  const { user_id } = await resolveOne(db, integration_id);
  const teams = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(createTeam, { integration_id, name: `Team ${index}` })),
  );
  // Each a batch of its own, as replicas of the service would take them.
  const { handler } = assignTeam(db, () => {});
  await Promise.all(
    teams.map(({ id: team_id }) =>
      handler([{ caller: operator, input: { integration_id, user_id, team_id } }]),
    ),
  );
  const events = await userEvents(db, integration_id);
  t.strictSame(events.at(-1)?.team_ids.toSorted(), teams.map(({ id }) => id).sort());
  t.equal(events.length, 9);
});

t.test('a team or a user that is unknown, or of another integration, is not found', async (t) => {
  const [mine, theirs] = [await createIntegration(), await createIntegration()];
  const { user_id } = await resolveOne(db, mine.id);
  const { user_id: stranger } = await resolveOne(db, theirs.id);
  const { id: team_id } = await ask(createTeam, { integration_id: mine.id, name: 'East' });
  const { id: other } = await ask(createTeam, { integration_id: theirs.id, name: 'East' });
  for (const operation of [assignOperation, unassignTeam]) {
    const change = (given: object) => ask(operation, { integration_id: mine.id, user_id, team_id, ...given });
    await t.rejects(change({ team_id: other }), declared('TEAM_NOT_FOUND'));
    await t.rejects(change({ team_id: uuidv7() }), declared('TEAM_NOT_FOUND'));
    await t.rejects(change({ user_id: stranger }), declared('USER_NOT_FOUND'));
    await t.rejects(change({ user_id: uuidv7() }), declared('USER_NOT_FOUND'));
    await t.rejects(change({ team_id: 'East' }), declared('VALIDATION_FAILED'));
  }
});
