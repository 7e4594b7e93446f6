import { isDeepStrictEqual } from 'node:util';
import { CONTACT_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { knownFields } from '@debrief/contracts/known-fields';
import { updateContact as operation } from '@debrief/contracts/operations/directory-people';
import { type Contact, UpdateContact } from '@debrief/contracts/resources/contact';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { foldCase, phoneDigits } from '../match-keys.ts';
import type { Tables } from '../tables.ts';
import { contactBody } from './contact-view.ts';
import { contactsByIdentifier } from './get-contact.ts';

export function updateContact(db: Kysely<Tables>): OperationHandler {
  return handleWrite(operation, async (item) => ({ ok: await transaction(db, (tx) => update(tx, item)) }));
}

async function update(tx: Tx<Tables>, { caller, input }: Item<typeof operation>): Promise<Contact> {
  const { integration_id } = caller;
  const { rows } = await sql<{ body: string }>`
    select ${contactBody} as body
    from contacts r
    where r.integration_id = ${integration_id}
      and r.id = (select r.id from ${contactsByIdentifier([{ caller, identifier: input.identifier }])})
    for no key update
  `.execute(tx);
  if (rows[0] === undefined) throw new DebriefError(CONTACT_NOT_FOUND);
  const before = JSON.parse(rows[0].body) as Contact;
  const change = knownFields(UpdateContact, input.change);
  const changed: Contact = { ...before, ...change };
  if (!isDeepStrictEqual(before, changed)) {
    await tx
      .updateTable('contacts')
      .set(columnsOf(change))
      .where('integration_id', '=', integration_id)
      .where('id', '=', before.id)
      .execute();
  }
  return changed;
}

/** The columns that a change sets, including those that the contact is searched by. */
function columnsOf(change: UpdateContact) {
  const { name, phone, emails } = change;
  return {
    ...change,
    ...(name !== undefined && { name_key: foldCase(name) }),
    ...(phone !== undefined && { phone_digits: phone === null ? null : phoneDigits(phone) }),
    ...(emails !== undefined && { email_keys: emails.map(foldCase) }),
  };
}
