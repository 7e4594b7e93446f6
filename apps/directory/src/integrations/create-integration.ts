import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, ORGANIZATION_NOT_FOUND } from '@debrief/contracts/errors';
import { createIntegration as operation } from '@debrief/contracts/operations/directory-access';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import type { Insertable, Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

export function createIntegration(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const organizations = await db
      .selectFrom('organizations')
      .select('id')
      .where(
        'id',
        'in',
        items.map(({ input }) => input.organization_id),
      )
      .execute();
    const existing = new Set(organizations.map(({ id }) => id));
    const rows = items.map(({ input }) => newRow(input));
    const good = rows.filter((row) => existing.has(row.organization_id));
    const created =
      good.length === 0
        ? []
        : await db.insertInto('integrations').values(good).returning(integrationColumns).execute();
    const byId = new Map(created.map((row) => [row.id, integrationView(row)]));
    return rows.map(({ id }) => {
      const integration = byId.get(id);
      return integration === undefined
        ? { error: new DebriefError(ORGANIZATION_NOT_FOUND) }
        : { ok: integration };
    });
  });
}

function newRow(input: InputOf<typeof operation>): Insertable<Tables['integrations']> {
  const source = input.source ?? 'API';
  return {
    id: uuidv7(),
    organization_id: input.organization_id.toLowerCase(),
    name: input.name,
    crm: input.crm ?? null,
    source,
    source_id: input.source_id ?? sourceIdOf(source),
    cadences: input.cadences ?? ['weekly'],
    review_days: input.review_days ?? 7,
    categories: input.categories == null ? null : JSON.stringify(input.categories),
  };
}

/** `API` is `api`, `My Dialer` is `my-dialer`: an id one can type into a filter. */
function sourceIdOf(source: string): string {
  const id = source
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return id === '' ? source : id;
}
