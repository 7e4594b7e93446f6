import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** Clients whose connection has failed: their socket may look whole for a moment. */
const failed = new WeakSet<PoolClient>();

type Connect = Pick<Pool, 'connect' | 'end' | 'options'>;

/** SQLSTATEs of a server that is overloaded, stopping, out of disk, read-only, or refuses the role or what it had. */
const unavailable = /^(?:08|28|3D|53|58|57P|25006|42501)/;
/** A statement, a lock or an idle transaction that took longer than its limit. */
const tooSlow: ReadonlySet<string> = new Set(['57014', '55P03', '25P03']);

/**
 * The pool as the query builder uses it: where Postgres cannot be asked, it says UNAVAILABLE, and TIMED_OUT where it
 * takes too long, each with its cause. So any operation answers an outage as one, and not as a fault of ours.
 */
export function declareOutages(pool: Pool): Connect {
  pool.on('connect', (client) => {
    client.on('error', () => failed.add(client));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const answer = query(...args);
      return answer instanceof Promise ? answer.catch(rethrow(client)) : answer;
    }) as PoolClient['query'];
  });
  return {
    connect: (() => pool.connect().catch(rethrow(null))) as Pool['connect'],
    end: pool.end.bind(pool),
    options: pool.options,
  };
}

/** Whether it comes from a pool that declares outages; what is away elsewhere has no cause. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof DebriefError) || error.cause === undefined) return false;
  return error.definition.code === UNAVAILABLE.code || error.definition.code === TIMED_OUT.code;
}

/** @param client Null: there is none, because the connection failed. */
function rethrow(client: PoolClient | null): (error: unknown) => never {
  return (cause) => {
    const code = cause instanceof DatabaseError ? (cause.code ?? '') : null;
    if (code !== null && tooSlow.has(code)) throw new DebriefError(TIMED_OUT, undefined, { cause });
    // Whatever it says when it refuses a connection, nobody's request is at fault.
    const isAway = client === null || (code === null ? isLost(client) : unavailable.test(code));
    throw isAway ? new DebriefError(UNAVAILABLE, undefined, { cause }) : cause;
  };
}

function isLost(client: PoolClient): boolean {
  const { stream } = (
    client as unknown as { connection: { stream: { readable: boolean; writable: boolean } } }
  ).connection;
  return failed.has(client) || !stream.readable || !stream.writable;
}
