import { generateApiKey, hashApiKey } from '@debrief/contracts/api-key';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, INTEGRATION_NOT_FOUND, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { createKey as operation } from '@debrief/contracts/operations/directory-access';
import { parseInstant } from '@debrief/contracts/text';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { keyColumns, keyView } from './key-view.ts';

/** Stores the hashes of new keys and answers the keys themselves, this once. */
export function createKey(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const ids = items.map(({ input }) => input.integration_id);
    const integrations = await db
      .selectFrom('integrations')
      .select(['id', 'organization_id'])
      .where('id', 'in', ids)
      .execute();
    const organizationOf = new Map(integrations.map((row) => [row.id, row.organization_id]));

    const plans = items.map(({ input }) => plan(input, organizationOf));
    const rows = plans.flatMap((planned) => (planned instanceof DebriefError ? [] : [planned.row]));
    const rowsStored =
      rows.length === 0 ? [] : await db.insertInto('api_keys').values(rows).returning(keyColumns).execute();
    const storedById = new Map(rowsStored.map((row) => [row.id, row]));
    return plans.map((planned) => {
      if (planned instanceof DebriefError) return { error: planned };
      const { key, organization_id, row } = planned;
      const stored = storedById.get(row.id);
      if (stored === undefined) throw new Error('the insert answered no row');
      return { ok: { ...keyView({ ...stored, organization_id }), key } };
    });
  });
}

function plan(input: InputOf<typeof operation>, organizationOf: Map<string, string>) {
  const integration_id = input.integration_id.toLowerCase();
  const organization_id = organizationOf.get(integration_id);
  if (organization_id === undefined) return new DebriefError(INTEGRATION_NOT_FOUND);
  const expires_at = input.expires_at == null ? null : parseInstant(input.expires_at);
  if (input.expires_at != null && (expires_at === null || expires_at.getTime() <= Date.now())) {
    const violations = ['expires_at must be an ISO-8601 instant in the future'];
    return new DebriefError(VALIDATION_FAILED, { violations });
  }
  const key = generateApiKey();
  const sha256 = Buffer.from(hashApiKey(key), 'hex');
  const { name, access } = input;
  return { key, organization_id, row: { id: uuidv7(), integration_id, name, access, sha256, expires_at } };
}
