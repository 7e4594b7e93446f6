import type { InputOf } from '@debrief/contracts/define';
import { listContacts as operation } from '@debrief/contracts/operations/directory-people';
import { isStorableText } from '@debrief/contracts/text';
import { handleEach } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { foldCase, phoneDigits, plainDigits } from '../match-keys.ts';
import { nameContains, selectPage } from '../select-page.ts';
import type { Tables } from '../tables.ts';
import { contactBody } from './contact-view.ts';

export function listContacts(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async (item) => ({
    json: await selectPage(db, {
      table: 'contacts',
      body: contactBody,
      item,
      filters: filtersOf(item.input),
    }),
  }));
}

function filtersOf({ external_contact_id, phone, email, name }: InputOf<typeof operation>) {
  const given = [external_contact_id, phone, email, name].filter((value) => value !== undefined);
  // Postgres would refuse such text, and no contact has it.
  if (!given.every(isStorableText)) return [sql`false`];
  const filters: RawBuilder<unknown>[] = [];
  if (external_contact_id !== undefined) filters.push(sql`r.external_contact_id = ${external_contact_id}`);
  if (phone !== undefined) filters.push(hasPhone(phone));
  if (email !== undefined) filters.push(sql`r.email_keys @> ${[foldCase(email)]}::text[]`);
  if (name !== undefined) filters.push(nameContains(foldCase(name)));
  return filters;
}

/** Equal digits as written, or equal E.164 numbers. */
function hasPhone(phone: string): RawBuilder<unknown> {
  const plain = plainDigits(phone);
  if (plain === '') return sql`false`;
  return sql`(r.phone_plain = ${plain} or r.phone_digits = ${phoneDigits(phone)})`;
}
