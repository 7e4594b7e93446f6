import { isDeepStrictEqual } from 'node:util';
import { CONTACT_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { knownFields } from '@debrief/contracts/known-fields';
import { updateContact as operation } from '@debrief/contracts/operations/directory-people';
import { type Contact, UpdateContact } from '@debrief/contracts/resources/contact';
import { type Tx, transaction } from '@debrief/database/pool';
import { handle, type Item, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import { foldCase, phoneDigits } from '../submissions/match-keys.ts';
import type { Tables } from '../tables.ts';
import { contactOfEach } from './contact-lookup.ts';
import { contactBody } from './contact-view.ts';

type Asked = Item<typeof operation>;

/** Items are applied in their order, so two changes of one contact add up. */
export function updateContact(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const after = await transaction(db, (tx) => applyAll(tx, items));
    return after.map((contact) =>
      contact === null ? { error: new DebriefError(CONTACT_NOT_FOUND) } : { ok: contact },
    );
  });
}

/** @returns each item's contact as that item left it. */
async function applyAll(tx: Tx<Tables>, items: readonly Asked[]): Promise<(Contact | null)[]> {
  const ids = await findIds(tx, items);
  const current = await lock(tx, items, ids);
  const after: (Contact | null)[] = [];
  for (const [index, { caller, input }] of items.entries()) {
    const before = current.get(ids[index] ?? '');
    if (before === undefined) {
      after.push(null);
      continue;
    }
    const change = knownFields(UpdateContact, input.change);
    const changed: Contact = { ...before, ...change };
    if (!isDeepStrictEqual(before, changed)) {
      await store(tx, { integrationId: caller.integration_id, id: before.id, change });
    }
    current.set(before.id, changed);
    after.push(changed);
  }
  return after;
}

/** What a contact is known by never changes, so it may be read before the contact is locked. */
async function findIds(tx: Tx<Tables>, items: readonly Asked[]): Promise<(string | null)[]> {
  const sought = items.map(({ caller, input }) => ({ caller, identifier: input.identifier }));
  const { rows } = await sql<{ id: string | null }>`
    select r.id from ${contactOfEach(sought)} order by item.ord
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** In the order in which submissions lock contacts. */
async function lock(tx: Tx<Tables>, items: readonly Asked[], ids: readonly (string | null)[]) {
  const { rows } = await sql<{ body: string }>`
    select ${contactBody} as body
    from contacts r
    where (r.integration_id, r.id) in (
      select * from unnest(${items.map(({ caller }) => caller.integration_id)}::uuid[], ${ids}::uuid[])
    )
    order by r.integration_id, r.external_contact_id
    for no key update
  `.execute(tx);
  const contacts = rows.map(({ body }) => JSON.parse(body) as Contact);
  return new Map(contacts.map((contact) => [contact.id, contact]));
}

async function store(
  tx: Tx<Tables>,
  { integrationId, id, change }: { integrationId: string; id: string; change: UpdateContact },
): Promise<void> {
  const { name, phone, emails } = change;
  await tx
    .updateTable('contacts')
    .set({
      ...change,
      ...(name !== undefined && { name_key: foldCase(name) }),
      ...(phone !== undefined && { phone_digits: phone === null ? null : phoneDigits(phone) }),
      ...(emails !== undefined && { email_keys: emails.map(foldCase) }),
    })
    .where('integration_id', '=', integrationId)
    .where('id', '=', id)
    .execute();
}
