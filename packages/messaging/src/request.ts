import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import { DebriefError, UNAVAILABLE } from '@debrief/contracts/errors';
import { startSpan } from '@debrief/tracing/tracing';
import type { Call } from './call.ts';
import type { CallerOf } from './caller.ts';
import { Coalescer } from './coalescer.ts';
import { decodeError } from './errors.ts';
import { Inbox } from './inbox.ts';
import { type Connection, connectionOf, type Messaging } from './messaging.ts';
import { Responders } from './responders.ts';

export type { CallerOf } from './caller.ts';
export { isOutage, NotServedError, OverloadError } from './errors.ts';

export interface RequestOptions {
  /** Over all tries; 5,000 by default, 10,000 at most. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
const TIMEOUT_MAX_MS = 10_000;
/** Silence after which an idempotent request is sent again; a shorter time-out keeps the same share for the second try. */
const FIRST_TRY_MS = 1500;
const FIRST_TRY_SHARE = 0.3;

/**
 * Sends an operation to the service that answers it.
 * @throws DebriefError: one the operation declares, VALIDATION_FAILED, INTERNAL, UNAVAILABLE (nobody has taken it)
 * or TIMED_OUT (somebody may have).
 */
export async function request<O extends Operation>(
  messaging: Messaging,
  operation: O,
  caller: CallerOf<O>,
  input: InputOf<O>,
  options?: RequestOptions,
): Promise<OutputOf<O>> {
  const body = await requestBytes(messaging, operation, caller, input, options);
  return JSON.parse(body.toString()) as OutputOf<O>;
}

/** Like `request`, but answers the output's JSON as it came, never parsed. */
export function requestBytes<O extends Operation>(
  messaging: Messaging,
  operation: O,
  caller: CallerOf<O>,
  input: InputOf<O>,
  options: RequestOptions = {},
): Promise<Buffer> {
  const timeoutMs = Math.min(options.timeoutMs ?? TIMEOUT_MS, TIMEOUT_MAX_MS);
  const span = startSpan(operation.subject, caller.traceparent, { kind: 'client' });
  const { traceparent } = span;
  const line = JSON.stringify({
    caller: traceparent === undefined ? caller : { ...caller, traceparent },
    input,
  });
  const now = performance.now();
  return new Promise((resolve, reject) => {
    const call: Call = {
      line,
      bytes: Buffer.byteLength(line) + 1,
      deadline: now + timeoutMs,
      waitingSince: now,
      firstTryMs: operation.idempotent ? Math.min(FIRST_TRY_MS, timeoutMs * FIRST_TRY_SHARE) : null,
      retried: false,
      settled: false,
      answer({ ok, body }) {
        if (!ok) return call.fail(decodeError(operation, body.toString()));
        span.end();
        resolve(body);
      },
      fail(error) {
        span.end(error);
        reject(error);
      },
    };
    const requester = requesterOf(messaging);
    if (requester === null) call.fail(new DebriefError(UNAVAILABLE));
    else requester.coalescerOf(operation).add(call);
  });
}

class Requester {
  readonly #connection: Connection;
  readonly #inbox: Inbox;
  readonly #responders: Responders;
  readonly #coalescers = new Map<string, Coalescer>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#inbox = new Inbox(connection);
    this.#responders = new Responders(connection, this.#inbox);
    connection.closeHooks.add(async () => {
      for (const coalescer of this.#coalescers.values()) coalescer.close();
    });
  }

  coalescerOf(operation: Operation): Coalescer {
    let coalescer = this.#coalescers.get(operation.subject);
    if (coalescer === undefined) {
      coalescer = new Coalescer(this.#connection, this.#inbox, this.#responders, operation);
      this.#coalescers.set(operation.subject, coalescer);
    }
    return coalescer;
  }
}

const requesters = new WeakMap<Connection, Requester>();

/** @returns null once the connection is closed or closing. */
function requesterOf(messaging: Messaging): Requester | null {
  const connection = connectionOf(messaging);
  if (connection.nc.isClosed() || connection.nc.isDraining()) return null;
  let requester = requesters.get(connection);
  if (requester === undefined) {
    requester = new Requester(connection);
    requesters.set(connection, requester);
  }
  return requester;
}
