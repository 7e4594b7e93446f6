import { DebriefError, LINK_NOT_FOUND, LINK_SPENT } from '@debrief/contracts/errors';
import type { LinkPurpose } from '@debrief/contracts/resources/member';
import { toMilliseconds } from '@debrief/database/instants';
import type { Tx } from '@debrief/database/pool';
import { type Kysely, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { newToken, sha256Of } from '../accounts/tokens.ts';
import type { Tables } from '../tables.ts';

/** Of a link that an operator passes on by hand. */
export const GIVEN_LINK_HOURS = 7 * 24;

/** The page of the console that takes a link's token. */
export function linkUrl(webAppUrl: string, token: string): string {
  return `${webAppUrl.replace(/\/+$/, '')}/links/${token}`;
}

/** Makes a link; an earlier one for the same purpose that nobody has used works no more. */
export async function insertLink(
  tx: Tx<Tables>,
  { account_id, purpose, hours }: { account_id: string; purpose: LinkPurpose; hours: number },
): Promise<{ token: string; expires_date: string }> {
  await dropUnused(tx, { account_id, purpose });
  const token = newToken();
  const { expires_date } = await tx
    .insertInto('account_links')
    .values({
      ...{ id: uuidv7(), account_id, purpose, token_sha256: sha256Of(token) },
      expires_date: sql<string>`now() + make_interval(hours => ${hours}::integer)`,
    })
    .returning('expires_date')
    .executeTakeFirstOrThrow();
  return { token, expires_date: toMilliseconds(expires_date) };
}

export async function dropUnused(
  tx: Tx<Tables>,
  { account_id, purpose }: { account_id: string; purpose: LinkPurpose },
): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('account_id', '=', account_id)
    .where('purpose', '=', purpose)
    .where('used_date', 'is', null)
    .execute();
}

export interface OpenLink {
  id: string;
  account_id: string;
  purpose: LinkPurpose;
  email: string;
  email_key: string;
  name: string;
}

/** @throws LINK_NOT_FOUND or LINK_SPENT; `lock`: until the transaction ends, so that of two who use it one comes late. */
export async function requireLink(
  db: Kysely<Tables>,
  token: string,
  { lock }: { lock: boolean },
): Promise<OpenLink> {
  const { rows } = await sql<OpenLink & { is_used: boolean; is_over: boolean }>`
    select l.id, l.account_id, l.purpose, a.email, a.email_key, a.name,
      l.used_date is not null as is_used, l.expires_date <= now() as is_over
    from account_links l join accounts a on a.id = l.account_id
    where l.token_sha256 = ${sha256Of(token)}
    ${lock ? sql`for update of l` : sql``}
  `.execute(db);
  const [link] = rows;
  if (link === undefined) throw new DebriefError(LINK_NOT_FOUND);
  if (link.is_used || link.is_over)
    throw new DebriefError(LINK_SPENT, { reason: link.is_used ? 'used' : 'expired' });
  return link;
}
