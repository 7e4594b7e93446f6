import type { Team } from '@debrief/contracts/operations/directory-teams';
import { toMilliseconds } from '@debrief/database/instants';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

export const teamColumns = ['id', 'integration_id', 'name', 'created_date'] as const;

export function teamView({ id, integration_id, name, created_date }: Selectable<Tables['teams']>): Team {
  return { id, integration_id, name, created_date: toMilliseconds(created_date) };
}
