import type { IntegrationChanged } from '@debrief/contracts/events/directory';
import type { Integration } from '@debrief/contracts/resources/access';
import type { Quotas } from '@debrief/contracts/resources/quotas';
import { toMilliseconds } from '@debrief/database/instants';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

const noQuotas: Quotas = {
  submissions_per_minute: null,
  submissions_per_day: null,
  audio_hours_per_day: null,
  emails_per_day: null,
  keys: null,
};

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
  'audio_days',
  'removes_card_numbers',
  'speech_engine',
  'signals',
  'agenda_mails',
  'allowed_hosts',
  'quotas',
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
    audio_days: row.audio_days,
    removes_card_numbers: row.removes_card_numbers,
    speech_engine: row.speech_engine,
    signals: row.signals,
    agenda_mails: row.agenda_mails,
    allowed_hosts: row.allowed_hosts,
    quotas: { ...noQuotas, ...row.quotas },
    created_date: toMilliseconds(row.created_date),
    version: row.version,
  };
}

/** What is told of it to those who keep a copy. */
export function integrationFact(row: Selectable<Tables['integrations']>): IntegrationChanged {
  const {
    id,
    organization_id,
    created_date,
    agenda_mails: _mails,
    allowed_hosts: _hosts,
    quotas: _quotas,
    ...settings
  } = integrationView(row);
  return { integration_id: id, organization_id, ...settings, created_date };
}
