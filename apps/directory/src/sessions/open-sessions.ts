import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SessionRules } from './new-session.ts';

export type SessionRow = Selectable<Tables['sessions']>;

/** Whether the session `s` is not over. */
export function isOpen({ idleHours }: SessionRules): RawBuilder<boolean> {
  return sql`(s.expires_date > now() and s.seen_date > now() - make_interval(hours => ${idleHours}::integer))`;
}

export async function findOpenSession(
  db: Kysely<Tables>,
  token_sha256: string,
  rules: SessionRules,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.* from sessions s where s.token_sha256 = decode(${token_sha256}, 'hex') and ${isOpen(rules)}
  `.execute(db);
  return rows[0];
}
