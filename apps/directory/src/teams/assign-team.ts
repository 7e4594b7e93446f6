import { assignTeam as operation } from '@debrief/contracts/operations/directory-teams';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { changeMemberships } from './change-memberships.ts';

export function assignTeam(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, (items) =>
    changeMemberships(db, items, {
      wakeOutbox,
      change: (teamIds, teamId) => (teamIds.includes(teamId) ? teamIds : [...teamIds, teamId]),
    }),
  );
}
