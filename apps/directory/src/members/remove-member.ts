import type { Caller } from '@debrief/contracts/caller';
import { DebriefError, MEMBER_NOT_FOUND } from '@debrief/contracts/errors';
import { removeMember as operation } from '@debrief/contracts/operations/directory-members';
import type { Member } from '@debrief/contracts/resources/member';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { findMembers } from './member-view.ts';

export function removeMember(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => ({
    ok: await transaction(db, (tx) => remove(tx, caller, input.id)),
  }));
}

export async function remove(tx: Tx<Tables>, caller: Caller, id: string): Promise<Member> {
  const [member] = await findMembers(tx, sql`m.id = ${id}`);
  if (member === undefined) throw new DebriefError(MEMBER_NOT_FOUND);
  await deleteMemberships(tx, sql`m.id = ${id}`);
  const { integration_id, role } = member;
  await recordAudit(tx, 'directory', caller, {
    ...{ action: 'member.removed', integration_id, target: id, details: { role } },
  });
  return member;
}

/**
 * Deletes memberships `m`, of accounts `a`. An account that belongs nowhere any more goes as well, with its sessions and
 * links.
 * @returns names and e-mails of the accounts that went.
 */
export async function deleteMemberships(tx: Tx<Tables>, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows: left } = await sql<{ account_id: string }>`
    delete from memberships m using accounts a
    where a.id = m.account_id and ${condition}
    returning m.account_id
  `.execute(tx);
  if (left.length === 0) return [];
  const { rows: gone } = await sql<{ name: string; email: string }>`
    delete from accounts a
    where a.id = any (${left.map(({ account_id }) => account_id)}::uuid[])
      and not exists (select from memberships m where m.account_id = a.id)
    returning a.name, a.email
  `.execute(tx);
  return gone.flatMap(({ name, email }) => [name, email]);
}
