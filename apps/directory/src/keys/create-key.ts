import { generateApiKey, hashApiKey } from '@debrief/contracts/api-key';
import { DebriefError, INTEGRATION_NOT_FOUND, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { createKey as operation } from '@debrief/contracts/operations/directory-access';
import { parseInstant } from '@debrief/contracts/text';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { keyColumns, keyView } from './key-view.ts';

/** Stores the hash of a new key. Only this reply holds the key itself. */
export function createKey(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ input: { integration_id, name, access, expires_at } }) => {
    const integration = await db
      .selectFrom('integrations')
      .select('organization_id')
      .where('id', '=', integration_id)
      .executeTakeFirst();
    if (integration === undefined) return { error: new DebriefError(INTEGRATION_NOT_FOUND) };
    const expiry = expires_at == null ? null : futureInstant(expires_at);
    const key = generateApiKey();
    const sha256 = Buffer.from(hashApiKey(key), 'hex');
    const row = await db
      .insertInto('api_keys')
      .values({ id: uuidv7(), integration_id, name, access, sha256, expires_at: expiry })
      .returning(keyColumns)
      .executeTakeFirstOrThrow();
    return { ok: { ...keyView({ ...row, ...integration }), key } };
  });
}

function futureInstant(text: string): Date {
  const instant = parseInstant(text);
  if (instant !== null && instant.getTime() > Date.now()) return instant;
  const violations = ['expires_at must be an ISO-8601 instant in the future'];
  throw new DebriefError(VALIDATION_FAILED, { violations });
}
