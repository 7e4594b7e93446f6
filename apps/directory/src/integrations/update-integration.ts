import { isDeepStrictEqual } from 'node:util';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INTEGRATION_NOT_FOUND } from '@debrief/contracts/errors';
import { integrationChanged } from '@debrief/contracts/events/directory';
import { updateIntegration as operation } from '@debrief/contracts/operations/directory-access';
import type { Integration } from '@debrief/contracts/resources/access';
import { appendToOutbox } from '@debrief/database/outbox';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

type Change = InputOf<typeof operation>;

/** Items are applied in their order, so two changes of one integration add up. */
export function updateIntegration(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handle(operation, async (items) => {
    const changes = items.map(({ input }) => ({ ...input, id: input.id.toLowerCase() }));
    const after = await transaction(db, (tx) => applyAll(tx, changes));
    wakeOutbox();
    return after.map((integration) =>
      integration === null ? { error: new DebriefError(INTEGRATION_NOT_FOUND) } : { ok: integration },
    );
  });
}

/** @returns each change's integration as that change left it. */
async function applyAll(tx: Tx<Tables>, changes: readonly Change[]): Promise<(Integration | null)[]> {
  const ids = changes.map(({ id }) => id);
  const rows = await tx
    .selectFrom('integrations')
    .select(integrationColumns)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const current = new Map(rows.map((row) => [row.id, integrationView(row)]));
  const after: (Integration | null)[] = [];
  for (const change of changes) {
    const before = current.get(change.id);
    if (before === undefined) {
      after.push(null);
      continue;
    }
    const changed: Integration = { ...before, ...change };
    if (!isDeepStrictEqual(before, changed)) await store(tx, changed);
    current.set(change.id, changed);
    after.push(changed);
  }
  return after;
}

async function store(tx: Tx<Tables>, integration: Integration): Promise<void> {
  const { id, organization_id, name, crm, source, source_id, cadences, review_days } = integration;
  const categories = integration.categories === null ? null : JSON.stringify(integration.categories);
  await tx
    .updateTable('integrations')
    .set({ name, crm, source, source_id, cadences, review_days, categories })
    .where('id', '=', id)
    .execute();
  await appendToOutbox(tx, [
    { subject: integrationChanged.subject, payload: { integration_id: id, organization_id } },
  ]);
}
