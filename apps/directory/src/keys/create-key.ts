import { generateApiKey, hashApiKey } from '@debrief/contracts/api-key';
import type { Caller } from '@debrief/contracts/caller';
import type { InputOf, OutputOf } from '@debrief/contracts/define';
import {
  DebriefError,
  INTEGRATION_NOT_FOUND,
  QUOTA_EXCEEDED,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { createKey as operation } from '@debrief/contracts/operations/directory-access';
import type { ApiKey } from '@debrief/contracts/resources/access';
import { parseInstant } from '@debrief/contracts/text';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Insertable, type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { keyColumns, keyView } from './key-view.ts';

type Given = InputOf<typeof operation>;

/** For operators, who name the integration. */
export function createKey(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => ({ ok: await makeKey(db, caller, input) }));
}

/** Stores the hash of a new key. Only this reply holds the key itself. */
export async function makeKey(
  db: Kysely<Tables>,
  caller: Caller,
  { integration_id, name, access, expires_at }: Given,
): Promise<OutputOf<typeof operation>> {
  const expiry = expires_at == null ? null : futureInstant(expires_at);
  const key = generateApiKey();
  const sha256 = Buffer.from(hashApiKey(key), 'hex');
  const values = { id: uuidv7(), integration_id, name, access, sha256, expires_at: expiry };
  return { ...(await transaction(db, (tx) => insertKey(tx, caller, values))), key };
}

async function insertKey(
  tx: Tx<Tables>,
  caller: Caller,
  values: Insertable<Tables['api_keys']>,
): Promise<ApiKey> {
  // Locked, so that keys of one integration are made one after the other.
  const integration = await tx
    .selectFrom('integrations')
    .select(['organization_id', 'quotas'])
    .where('id', '=', values.integration_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (integration === undefined) throw new DebriefError(INTEGRATION_NOT_FOUND);
  const { organization_id, quotas } = integration;
  const most = quotas.keys ?? null;
  if (most !== null && (await countKeys(tx, values.integration_id)) >= most) {
    throw new DebriefError(QUOTA_EXCEEDED, { quota: 'keys', most, retry_after_seconds: null });
  }
  const row = await tx.insertInto('api_keys').values(values).returning(keyColumns).executeTakeFirstOrThrow();
  const { integration_id, access } = values;
  await recordAudit(tx, 'directory', caller, {
    ...{ action: 'key.created', integration_id, target: row.id, details: { access } },
  });
  return keyView({ ...row, organization_id });
}

async function countKeys(tx: Tx<Tables>, integrationId: string): Promise<number> {
  const { rows } = await sql<{ keys: number }>`
    select count(*)::integer as keys from api_keys
    where integration_id = ${integrationId} and revoked_at is null and (expires_at is null or expires_at > now())
  `.execute(tx);
  return rows[0]?.keys ?? 0;
}

function futureInstant(text: string): Date {
  const instant = parseInstant(text);
  if (instant !== null && instant.getTime() > Date.now()) return instant;
  const violations = ['expires_at must be an ISO-8601 instant in the future'];
  throw new DebriefError(VALIDATION_FAILED, { violations });
}
