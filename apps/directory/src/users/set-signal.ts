import { DebriefError, USER_NOT_FOUND } from '@debrief/contracts/errors';
import { setSignal as operation } from '@debrief/contracts/operations/directory-people';
import { isUuid } from '@debrief/contracts/text';
import type { Tx } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { retryTransaction } from '../retry-lost-race.ts';
import type { Tables } from '../tables.ts';
import { usersByIdentifier } from './get-user.ts';
import { storeUser } from './store-user.ts';

type Given = Item<typeof operation>['input'];

export function setSignal(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(operation, async ({ input }) => {
    const ok = await retryTransaction(db, (tx) => set(tx, input));
    wakeOutbox();
    return { ok };
  });
}

async function set(tx: Tx<Tables>, { integration_id, user: value, signal }: Given) {
  const identifier = { by: isUuid(value) ? ('id' as const) : ('external_user_id' as const), value };
  const { rows } = await sql<{ user_id: string | null; name: string }>`
    select r.id as user_id, r.name from ${usersByIdentifier([{ caller: { integration_id }, identifier }])}
  `.execute(tx);
  const [user] = rows;
  if (user === undefined || user.user_id === null) throw new DebriefError(USER_NOT_FOUND);
  const { user_id, name } = user;
  const before = await tx
    .selectFrom('users')
    .select('signal')
    .where('integration_id', '=', integration_id)
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new DebriefError(USER_NOT_FOUND);
  if (before.signal !== signal)
    await storeUser(tx, { integrationId: integration_id, id: user_id, columns: { signal } });
  return { user_id, name, signal };
}
