import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { DatabaseLog } from './pool.ts';

const FIRST_MS = 50;
const LONGEST_MS = 1_000;
/** One line in about ten seconds. */
const LOGGED_EACH = 10;

/**
 * For the start of a service, which may come before that of Postgres: tries again while Postgres is not there.
 * @throws at once what waiting does not mend, such as a refused password.
 */
export async function untilPostgresAnswers<R>(attempt: () => Promise<R>, log: DatabaseLog): Promise<R> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (failures % LOGGED_EACH === 0) log.warn({ err: error }, 'waiting for Postgres');
    }
    await sleep(Math.min(LONGEST_MS, FIRST_MS * 2 ** failures));
  }
}

/** Not reachable, starting, stopping, or without room for another connection. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as { code?: string };
  if (error instanceof DatabaseError) return /^(?:08|53|57P)/.test(code);
  // The driver's own errors have a text only.
  return (
    /^E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN)/.test(code) ||
    /^(?:timeout e|Connection terminated)/.test(error.message)
  );
}
