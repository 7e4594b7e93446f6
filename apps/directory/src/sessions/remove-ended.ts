import type { Round } from '@debrief/database/loop';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SessionRules } from './new-session.ts';

/** A spent link says that it was used, for as long. */
const LINK_DAYS = 30;

/** Removes what has ended by itself: nothing depends on it. */
export async function removeEnded(db: Kysely<Tables>, { idleHours }: SessionRules): Promise<Round> {
  await sql`
    delete from sessions
    where expires_date <= now() or seen_date <= now() - make_interval(hours => ${idleHours}::integer)
  `.execute(db);
  await sql`
    delete from account_links where expires_date < now() - make_interval(days => ${LINK_DAYS}::integer)
  `.execute(db);
  await sql`delete from sign_in_attempts where until_date <= now()`.execute(db);
  return 'done';
}
