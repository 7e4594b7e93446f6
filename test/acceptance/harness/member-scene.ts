import type { Test } from 'tap';
import { sharedDebrief } from './debrief.ts';
import { inhabitedIntegration } from './inhabited-integration.ts';
import { connectOperator, type Member } from './operator.ts';
import { unknownId } from './uuid.ts';

/** As long as there is anything. */
export const window = { date_gte: '2000-01-01T00:00:00.000Z', date_lte: '2100-01-01T00:00:00.000Z' };
export const filters = { source: [], stage: [], team: [], type: 'all' };
export const page = { limit: 50, sort: 'asc' };

export type MemberScene = Awaited<ReturnType<typeof memberScene>>;

/** An integration with calls of two agents, and people in it and beside it who ask as the console lets them. */
export async function memberScene(t: Test) {
  const debrief = await sharedDebrief(t);
  const operator = await connectOperator((await debrief.stack()).nats_url);
  t.teardown(() => operator.close());
  const mine = await inhabitedIntegration(debrief, 'mine');
  const other = await debrief.createIntegration();
  const [call, theirCall] = await Promise.all(
    ['call of mine', 'second call of mine'].map(
      async (id) => (await mine.api.get(`/calls/external_recording_id:${encodeURIComponent(id)}`)).body,
    ),
  );
  const placeIn = ({ id, organization_id }: typeof other) => ({
    ...{ organization_id, integration_id: id, member_id: unknownId },
  });
  const [here, there] = [placeIn(mine), placeIn(other)];
  const insiders = {
    'the agent': { ...here, role: 'member', user_id: call.user_id },
    'an admin of the integration': { ...here, role: 'admin', user_id: null },
    'an owner of the organization': { ...here, role: 'owner', user_id: null },
  } satisfies Record<string, Member>;
  const outsiders = {
    'another agent': { ...here, role: 'member', user_id: theirCall.user_id },
    'a member who is no agent': { ...here, role: 'member', user_id: null },
    'an admin of another integration': { ...there, role: 'admin', user_id: call.user_id },
    'an owner of another organization': { ...there, role: 'owner', user_id: call.user_id },
  } satisfies Record<string, Member>;
  return { debrief, operator, mine, call, theirCall, insiders, outsiders };
}
