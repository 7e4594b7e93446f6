import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import type { Integration } from '@debrief/contracts/resources/access';
import { toMilliseconds } from '@debrief/database/instants';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

export const integrationColumns = [
  'id',
  'organization_id',
  'name',
  'crm',
  'source',
  'source_id',
  'cadences',
  'review_days',
  'categories',
  'text_days',
  'removes_card_numbers',
  'signals',
  'agenda_mails',
  'created_date',
  'version',
] as const;

export function integrationView(row: Selectable<Tables['integrations']>): Integration {
  return {
    id: row.id,
    organization_id: row.organization_id,
    name: row.name,
    crm: row.crm,
    source: row.source,
    source_id: row.source_id,
    cadences: row.cadences,
    review_days: row.review_days,
    categories: row.categories,
    text_days: row.text_days,
    removes_card_numbers: row.removes_card_numbers,
    signals: row.signals,
    agenda_mails: row.agenda_mails,
    created_date: toMilliseconds(row.created_date),
  };
}

/** What is told of it to those who keep a copy. */
export function integrationFact(row: Selectable<Tables['integrations']>): IntegrationChanged {
  const { id, organization_id, created_date, agenda_mails: _, ...settings } = integrationView(row);
  return { integration_id: id, organization_id, version: row.version, ...settings, created_date };
}
