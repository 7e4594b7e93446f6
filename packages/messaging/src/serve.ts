import { setTimeout as delay } from 'node:timers/promises';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import type { Msg } from 'nats';
import type { CallerOf } from './caller.ts';
import { servedCounters } from './counters.ts';
import { Endpoint } from './endpoint.ts';
import type { DeclaredError } from './errors.ts';
import { linkOf, type Messaging } from './link.ts';
import { directSubject } from './responders.ts';

export type { CallerOf } from './caller.ts';

export interface Item<O extends Operation = Operation> {
  caller: CallerOf<O>;
  input: InputOf<O>;
}

/** `json` is the output's final JSON text, sent on as it is. */
export type Outcome<O extends Operation = Operation> =
  | { ok: OutputOf<O> }
  | { json: string }
  | { error: DeclaredError };

/** An operation and the function that answers it, with their types taken off. */
export interface OperationHandler {
  readonly operation: Operation;
  readonly handler: (items: readonly Item[]) => Promise<readonly Outcome[]>;
}

/**
 * Binds an operation to its handler. The handler always gets an array, of items that fit the contract, and answers an
 * outcome for each, in the same order. Items may be of different tenants: each is to be bound by its own caller.
 * A handler that throws must have changed nothing: its items are then handled again one by one, so that only the
 * guilty one fails.
 */
export function handle<O extends Operation>(
  operation: O,
  handler: (items: readonly Item<O>[]) => Promise<readonly Outcome<O>[]>,
): OperationHandler {
  return { operation, handler: handler as unknown as OperationHandler['handler'] };
}

export interface ServeOptions {
  /** First token of every subject it answers, for example `ingest`. */
  service: string;
  /** Semantic version, shown by service discovery. */
  version: string;
  handlers: readonly OperationHandler[];
}

const CLOSE_WITHIN_MS = 10_000;

/**
 * Answers operations as a NATS service: processes of the same service share them through a queue group.
 * `close` takes nothing new and resolves when what is being handled has been answered.
 */
export async function serve(
  messaging: Messaging,
  options: ServeOptions,
): Promise<{ close(): Promise<void> }> {
  const link = linkOf(messaging);
  const { service: name, version, handlers } = options;
  for (const { operation } of handlers) {
    if (!operation.subject.startsWith(`${name}.`)) throw new Error(`${operation.subject} is not of ${name}`);
  }
  const service = await link.nc.services.add({
    name,
    version,
    queue: name,
    statsHandler: async ({ subject }) => servedCounters(link.stats, subject),
  });
  const { id } = service.info();
  const served = handlers.map((handler) => {
    const { subject } = handler.operation;
    const endpoint = new Endpoint(link, handler);
    const receive = (error: Error | null, message: Msg) => {
      if (error === null) endpoint.receive(message);
    };
    service.addEndpoint(subject.slice(name.length + 1).replaceAll('.', '_'), { subject, handler: receive });
    const direct = link.nc.subscribe(directSubject(subject, id), { callback: receive });
    return { endpoint, direct };
  });
  void service.stopped.then((cause) => {
    if (cause !== null) link.log.error({ err: cause, service: name }, 'the service has stopped answering');
  });
  await link.nc.flush();

  async function drain(): Promise<void> {
    await Promise.allSettled([service.stop(), ...served.map(({ direct }) => direct.drain())]);
    await Promise.all(served.map(({ endpoint }) => endpoint.idle()));
    if (link.connected) await link.nc.flush();
  }
  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= Promise.race([drain(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    return closing.finally(() => link.closers.delete(close));
  }
  link.closers.add(close);
  return { close };
}
