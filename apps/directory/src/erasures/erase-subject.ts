import type { OpenErasure } from '@debrief/database/erasures';
import type { Round } from '@debrief/database/loop';
import type { Tx } from '@debrief/database/pool';
import { type Kysely, sql } from 'kysely';
import { recoveryMailsOf } from '../accounts/send-recovery.ts';
import { removeFromFolder } from '../mail/write-to-folder.ts';
import { foldCase } from '../match-keys.ts';
import type { Tables } from '../tables.ts';
import { deleteContact, deleteUser } from './delete-people.ts';

/**
 * What the request left: e-mails to a user. Invitations go at the last look, after their files, which are found by them:
 * one may have been on its way at the first.
 */
export async function eraseSubject(tx: Tx<Tables>, erasure: OpenErasure): Promise<Round> {
  const { kind, integration_id, subject_id, is_settled } = erasure;
  if (kind === 'recording') return 'done';
  // Only where a back-up brought them back.
  if (kind === 'contact') await deleteContact(tx, integration_id, subject_id);
  else {
    await deleteUser(tx, integration_id, subject_id);
    if (is_settled) {
      await sql`
        delete from agenda_mails where integration_id = ${integration_id} and user_id = ${subject_id}
      `.execute(tx);
      await sql`delete from invitations i where ${isToUser(erasure)}`.execute(tx);
    }
  }
  return 'done';
}

/** Deletes the files of mails to the user, recoveries among them, and of invitations by them, which have their name. */
export function eraseMails(db: Kysely<Tables>, folder: string) {
  async function eraseMailsOf(erasure: OpenErasure): Promise<void> {
    if (erasure.kind !== 'user') return;
    const { integration_id, subject_id, words } = erasure;
    const { rows } = await sql<{ id: string }>`
      select i.id from invitations i
      where ${isToUser(erasure)}
        or (i.integration_id = ${integration_id} and i.invited_by_user_id = ${subject_id})
      union all
      select agenda_id from agenda_mails where integration_id = ${integration_id} and user_id = ${subject_id}
    `.execute(db);
    const recoveries = emailKeysIn(words).map(recoveryMailsOf);
    await removeFromFolder(folder, [...rows.map(({ id }) => id), ...recoveries]);
  }
  return async (erasures: readonly OpenErasure[]): Promise<void> => {
    for (const erasure of erasures) await eraseMailsOf(erasure);
  };
}

/** Whether the invitation `i` was accepted by the user or sent to one of their addresses. */
function isToUser({ integration_id, subject_id, words }: OpenErasure) {
  return sql`i.integration_id = ${integration_id}
    and (i.accepted_user_id = ${subject_id} or i.email_key = any (${emailKeysIn(words)}::text[]))`;
}

function emailKeysIn(words: readonly string[]): string[] {
  return words.filter((word) => word.includes('@')).map(foldCase);
}
