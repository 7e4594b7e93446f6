import { listContacts as operation } from '@debrief/contracts/operations/directory-people';
import { isStorableText } from '@debrief/contracts/text';
import { handleEach } from '@debrief/messaging/handle-each';
import type { Item, OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { foldCase, phoneDigits, plainDigits } from '../match-keys.ts';
import { nameSearch } from '../name-search.ts';
import { type Found, nextRows, searchedRows, selectPage } from '../select-page.ts';
import type { Tables } from '../tables.ts';
import { contactBody } from './contact-view.ts';

export function listContacts(db: Kysely<Tables>): OperationHandler {
  return handleEach(operation, async (item) => ({
    json: await selectPage(db, { table: 'contacts', body: contactBody, item, found: found(item) }),
  }));
}

function found(item: Item<typeof operation>): Found {
  const question = { table: 'contacts', item } as const;
  const { external_contact_id, phone, email, name } = item.input;
  const given = [external_contact_id, phone, email, name].filter((value) => value !== undefined);
  // Postgres would refuse such text, and no contact has it.
  if (!given.every(isStorableText)) return nextRows(question, [sql`false`]);
  const { integration_id } = item.caller;
  const emailed = email === undefined ? undefined : emailSearch(integration_id, email);
  const named = name === undefined ? undefined : nameSearch(integration_id, name);
  const dialled = phone === undefined ? undefined : phoneSearch(phone);
  const conditions = [emailed?.matches, named?.matches, dialled?.matches].filter((one) => one !== undefined);
  if (external_contact_id !== undefined)
    return nextRows(question, [sql`r.external_contact_id = ${external_contact_id}`, ...conditions]);
  const indexed = [emailed?.indexed, named?.indexed].filter((one) => one !== undefined);
  if (indexed.length > 0)
    return searchedRows(question, conditions, (block) => indexed.map((inBlock) => inBlock(block)));
  if (dialled === undefined) return nextRows(question, conditions);
  const branches = dialled.either.map((one) => nextRows(question, [one, ...conditions]));
  return sql.join(branches, sql` union `);
}

function emailSearch(integrationId: string, email: string) {
  const keys = sql`${[foldCase(email)]}::text[]`;
  return {
    matches: sql`r.email_keys @> ${keys}`,
    indexed: (block: RawBuilder<unknown>) => sql`
      text_hashes(r.integration_id, r.place / 4096, r.email_keys) @> text_hashes(${integrationId}, ${block}, ${keys})
    `,
  };
}

/** Equal digits as written, or equal E.164 numbers. Each has an index that gives the order. */
function phoneSearch(phone: string): { matches: RawBuilder<unknown>; either: RawBuilder<unknown>[] } {
  const plain = plainDigits(phone);
  if (plain === '') return { matches: sql`false`, either: [sql`false`] };
  const either = [sql`r.phone_plain = ${plain}`, sql`r.phone_digits = ${phoneDigits(phone)}`];
  return { matches: sql`(${sql.join(either, sql` or `)})`, either };
}
