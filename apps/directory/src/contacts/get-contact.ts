import { CONTACT_NOT_FOUND, DebriefError } from '@debrief/contracts/errors';
import { getContact as operation } from '@debrief/contracts/operations/directory-people';
import { prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Lookup, rowsByIdentifier } from '../rows-by-identifier.ts';
import type { Tables } from '../tables.ts';
import { contactBody } from './contact-view.ts';

export function getContact(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const lookups = items.map(({ caller, input }) => ({ caller, identifier: input }));
    const { rows } = await sql<{ body: string | null }>`${prepared}
      select case when r.id is not null then ${contactBody} end as body
      from ${contactsByIdentifier(lookups)}
      order by item.ord
    `.execute(db);
    return rows.map(({ body }) =>
      body === null ? { error: new DebriefError(CONTACT_NOT_FOUND) } : { json: body },
    );
  });
}

export function contactsByIdentifier(items: readonly Lookup[]): RawBuilder<unknown> {
  return rowsByIdentifier(items, {
    table: 'contacts',
    byExternalId: sql`
      select by_external.* from contacts by_external
      where by_external.integration_id = item.integration_id
        and by_external.external_contact_id = item.external_id`,
  });
}
