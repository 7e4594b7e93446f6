import { verifyKey as operation } from '@debrief/contracts/operations/directory-access';
import type { Category, IntegrationProfile, KeyAccess } from '@debrief/contracts/resources/access';
import type { Quotas } from '@debrief/contracts/resources/quotas';
import { toMilliseconds } from '@debrief/database/instants';
import { ofEach, prepared } from '@debrief/database/pool';
import { handle, type OperationHandler } from '@debrief/messaging/serve';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

interface VerifiedKeyRow {
  ord: number;
  key_id: string;
  organization_id: string;
  integration_id: string;
  access: KeyAccess;
  expires_at: string | null;
  crm: string | null;
  categories: Category[] | null;
  allowed_hosts: string[];
  quotas: Partial<Quotas>;
}

/** Answers null for a key that is unknown, revoked or expired: the query has no row for it. */
export function verifyKey(db: Kysely<Tables>): OperationHandler {
  return handle(operation, async (items) => {
    const { rows } = await sql<VerifiedKeyRow>`${prepared}
      select item.ord, api_keys.id as key_id, integrations.organization_id, api_keys.integration_id,
        api_keys.access, api_keys.expires_at, integrations.crm, integrations.categories,
        integrations.allowed_hosts, integrations.quotas
      from unnest(${ofEach(items, 'text', ({ input }) => input.sha256)}) with ordinality as item (sha256, ord)
      join api_keys on api_keys.sha256 = decode(item.sha256, 'hex')
      join integrations on integrations.id = api_keys.integration_id
      where api_keys.revoked_at is null and (api_keys.expires_at is null or api_keys.expires_at > now())
    `.execute(db);
    const byOrd = new Map(rows.map((row) => [row.ord, row]));
    return items.map((_, index) => {
      const key = byOrd.get(index + 1);
      if (key === undefined) return { ok: null };
      const { key_id, organization_id, integration_id, access } = key;
      const expires_at = key.expires_at === null ? null : toMilliseconds(key.expires_at);
      return {
        ok: { key_id, organization_id, integration_id, access, expires_at, integration: profileOf(key) },
      };
    });
  });
}

/** What most integrations do not have is left out: every gateway keeps it with each key. */
function profileOf({ crm, categories, allowed_hosts, quotas }: VerifiedKeyRow): IntegrationProfile {
  const { submissions_per_minute = null, submissions_per_day = null, audio_hours_per_day = null } = quotas;
  const ofSubmissions = { submissions_per_minute, submissions_per_day, audio_hours_per_day };
  return {
    crm,
    categories,
    ...(allowed_hosts.length > 0 && { allowed_hosts }),
    ...(Object.values(ofSubmissions).some((most) => most !== null) && { quotas: ofSubmissions }),
  };
}
