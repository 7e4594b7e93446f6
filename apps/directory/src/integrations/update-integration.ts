import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INTEGRATION_CHANGED, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { updateIntegration as operation } from '@debrief/contracts/operations/directory-access';
import type { Integration } from '@debrief/contracts/resources/access';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { allowedHosts } from './create-integration.ts';
import { emitIntegrationChanged } from './emit-integration-changed.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

export function updateIntegration(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const ok = await transaction(db, (tx) => update(tx, caller, input));
    wakeOutbox();
    return { ok };
  });
}

export async function update(
  tx: Tx<Tables>,
  caller: Caller,
  { id, quotas, expected_version, ...change }: InputOf<typeof operation>,
): Promise<Integration> {
  const row = await tx
    .selectFrom('integrations')
    .select(integrationColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  const before = integrationView(row);
  const changed: Integration = { ...before, ...change, quotas: { ...before.quotas, ...quotas } };
  if (isDeepStrictEqual(before, changed)) return before;
  if (expected_version !== undefined && expected_version !== before.version)
    throw new DebriefError(INTEGRATION_CHANGED);
  const after = await store(tx, changed);
  const names = Object.keys(changed) as (keyof Integration)[];
  const settings = names.filter((name) => !isDeepStrictEqual(before[name], changed[name]));
  const details = { settings, ...changedValues(before, changed) };
  const entry = { action: 'integration.changed', integration_id: id, target: id, details };
  await recordAudit(tx, 'directory', caller, entry);
  return after;
}

const told = ['text_days', 'audio_days', 'review_days', 'signals', 'agenda_mails'] as const;

/** Of numbers and switches the audit trail says what they are and were, as `text_days` and `text_days_before`. */
function changedValues(before: Integration, after: Integration) {
  const values = told
    .filter((name) => before[name] !== after[name])
    .flatMap((name) => [[name, after[name]] as const, [`${name}_before`, before[name]] as const]);
  return Object.fromEntries(values);
}

async function store(tx: Tx<Tables>, integration: Integration): Promise<Integration> {
  const { id, organization_id, created_date, version: _version, ...settings } = integration;
  const categories = settings.categories === null ? null : JSON.stringify(settings.categories);
  const allowed_hosts = allowedHosts(settings.allowed_hosts);
  const quotas = JSON.stringify(settings.quotas);
  const row = await tx
    .updateTable('integrations')
    .set({ ...settings, categories, allowed_hosts, quotas })
    .set((column) => ({ version: column('version', '+', 1) }))
    .where('id', '=', id)
    .returning(integrationColumns)
    .executeTakeFirstOrThrow();
  await emitIntegrationChanged(tx, row);
  return integrationView(row);
}
