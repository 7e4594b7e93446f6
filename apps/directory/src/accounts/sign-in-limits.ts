import { DebriefError, SIGN_IN_LIMITED } from '@debrief/contracts/errors';
import { addressGroup } from '@debrief/contracts/public-address';
import type { Origin } from '@debrief/contracts/resources/member';
import { isDue } from '@debrief/database/is-due';
import type { Tx } from '@debrief/database/pool';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { sha256Of } from './tokens.ts';

const WINDOW_MINUTES = 15;
/** A person who has forgotten which of their passwords it is needs a few; a guesser gets 1,000 a day. */
const PER_ACCOUNT = 10;
/** Many people may sit behind one address. */
const PER_ADDRESS = 100;

type Kind = 'sign-in' | 'recovery';

/**
 * Counts an attempt before it is made, so that many at once count as many. An e-mail without an account has the same limit.
 * @throws SIGN_IN_LIMITED
 */
export async function countAttempt(
  db: Kysely<Tables>,
  kind: Kind,
  { email_key, origin }: { email_key: string; origin: Origin },
): Promise<void> {
  const keys = [accountKey(kind, email_key), sha256Of(`${kind} from ${addressGroup(origin.address)}`)];
  const isOver = isDue('known.until_date', WINDOW_MINUTES * 60);
  const { rows } = await sql<{ seconds_left: number }>`
    with counted as (
      insert into sign_in_attempts as known (key, attempts, until_date)
      select key, 1, now() + make_interval(mins => ${WINDOW_MINUTES})
      from unnest(${keys}::bytea[]) as given (key)
      order by key
      on conflict (key) do update set
        attempts = case when ${isOver} then 0 else known.attempts end + 1,
        until_date = case when ${isOver} then excluded.until_date else known.until_date end
      returning key, attempts, until_date
    )
    select ceil(extract(epoch from until_date - now()))::integer as seconds_left
    from counted
    where attempts > case when key = ${keys[0]} then ${PER_ACCOUNT}::integer else ${PER_ADDRESS}::integer end
    order by seconds_left desc
  `.execute(db);
  const [used] = rows;
  if (used !== undefined)
    throw new DebriefError(SIGN_IN_LIMITED, { retry_after_seconds: Math.max(1, used.seconds_left) });
}

/** Once somebody has signed in: their earlier slips do not count against the next time. */
export async function forgetAttempts(tx: Tx<Tables>, email_key: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempts')
    .where('key', 'in', [accountKey('sign-in', email_key), accountKey('recovery', email_key)])
    .execute();
}

function accountKey(kind: Kind, email_key: string): Buffer {
  return sha256Of(`${kind} to ${email_key}`);
}
