import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { INTEGRATION_NOT_FOUND, TEAM_NOT_FOUND, USER_NOT_FOUND } from '../errors.ts';
import { Text, Uuid } from '../text.ts';

/** Users whose metrics are read together; a user may be in any number of teams. */
export const Team = Type.Object({
  id: Uuid,
  integration_id: Uuid,
  name: Type.String(),
  created_date: Type.String(),
});
export type Team = Static<typeof Team>;

export const createTeam = defineOperation({
  subject: 'directory.teams.create',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, name: Text() }),
  output: Team,
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: false,
});

/** Oldest first. */
export const listTeams = defineOperation({
  subject: 'directory.teams.list',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid }),
  output: Type.Object({ data: Type.Array(Team) }),
  errors: [],
  idempotent: true,
});

const MembershipInput = Type.Object({ integration_id: Uuid, team_id: Uuid, user_id: Uuid });
/** The teams of the user after the change. */
const Membership = Type.Object({ integration_id: Uuid, user_id: Uuid, team_ids: Type.Array(Uuid) });

/** A user who is in the team already stays in it. */
export const assignTeam = defineOperation({
  subject: 'directory.teams.assign',
  scope: 'system',
  input: MembershipInput,
  output: Membership,
  errors: [TEAM_NOT_FOUND, USER_NOT_FOUND],
  idempotent: true,
});

/** A user who is not in the team stays out of it. */
export const unassignTeam = defineOperation({
  subject: 'directory.teams.unassign',
  scope: 'system',
  input: MembershipInput,
  output: Membership,
  errors: [TEAM_NOT_FOUND, USER_NOT_FOUND],
  idempotent: true,
});
