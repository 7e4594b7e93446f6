import type { Caller } from '@debrief/contracts/caller';
import type { InputOf } from '@debrief/contracts/define';
import { DebriefError, ORGANIZATION_NOT_FOUND, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { createIntegration as operation } from '@debrief/contracts/operations/directory-access';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import type { Integration } from '@debrief/contracts/resources/access';
import { defaultQuotas } from '@debrief/contracts/resources/quotas';
import { recordAudit } from '@debrief/database/audit';
import { type Tx, transaction } from '@debrief/database/pool';
import { handleWrite } from '@debrief/messaging/handle-each';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Insertable, Kysely } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../tables.ts';
import { emitIntegrationChanged } from './emit-integration-changed.ts';
import { integrationColumns, integrationView } from './integration-view.ts';

export function createIntegration(db: Kysely<Tables>, wakeOutbox: () => void): OperationHandler {
  return handleWrite(operation, async ({ caller, input }) => {
    const organization = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', input.organization_id)
      .executeTakeFirst();
    if (organization === undefined) return { error: new DebriefError(ORGANIZATION_NOT_FOUND) };
    const ok = await transaction(db, (tx) => create(tx, caller, input));
    wakeOutbox();
    return { ok };
  });
}

async function create(
  tx: Tx<Tables>,
  caller: Caller,
  input: InputOf<typeof operation>,
): Promise<Integration> {
  const row = await tx
    .insertInto('integrations')
    .values(newRow(input))
    .returning(integrationColumns)
    .executeTakeFirstOrThrow();
  await emitIntegrationChanged(tx, row);
  const entry = { action: 'integration.created', integration_id: row.id, target: row.id };
  await recordAudit(tx, 'directory', caller, entry);
  return integrationView(row);
}

function newRow(input: InputOf<typeof operation>): Insertable<Tables['integrations']> {
  const source = input.source ?? 'API';
  return {
    id: uuidv7(),
    organization_id: input.organization_id,
    name: input.name,
    crm: input.crm ?? null,
    source,
    source_id: input.source_id ?? sourceIdOf(source),
    cadences: input.cadences ?? ['weekly'],
    review_days: input.review_days ?? 7,
    categories: input.categories == null ? null : JSON.stringify(input.categories),
    text_days: input.text_days ?? null,
    audio_days: input.audio_days ?? null,
    removes_card_numbers: input.removes_card_numbers ?? true,
    speech_engine: input.speech_engine ?? null,
    signals: input.signals ?? true,
    agenda_mails: input.agenda_mails ?? true,
    allowed_hosts: allowedHosts(input.allowed_hosts ?? []),
    quotas: JSON.stringify({ ...defaultQuotas, ...input.quotas }),
  };
}

/** @throws VALIDATION_FAILED naming what is not a host. */
export function allowedHosts(entries: readonly string[]): string[] {
  try {
    parseAllowedHosts(entries);
    return [...entries];
  } catch (error) {
    throw new DebriefError(VALIDATION_FAILED, { violations: [`allowed_hosts: ${(error as Error).message}`] });
  }
}

/** `API` becomes `api`, `My Dialer` becomes `my-dialer`: an id that is easy to type into a filter. */
function sourceIdOf(source: string): string {
  const id = source
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return id === '' ? source : id;
}
