import type { Organization } from '@debrief/contracts/resources/access';
import { toMilliseconds } from '@debrief/database/instants';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

export const organizationColumns = ['id', 'name', 'created_date'] as const;

export function organizationView(row: Selectable<Tables['organizations']>): Organization {
  return { id: row.id, name: row.name, created_date: toMilliseconds(row.created_date) };
}
