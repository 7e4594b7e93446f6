import type { Msg } from 'nats';
import pTimeout from 'p-timeout';
import { servedCounters } from './counters.ts';
import { Endpoint } from './endpoint.ts';
import { FairPlaces } from './fair-places.ts';
import { connectionOf, type Messaging } from './messaging.ts';
import type { OperationHandler } from './operation-handler.ts';
import { directSubject } from './responders.ts';

export type { CallerOf } from './caller.ts';

export { handle, type Item, type OperationHandler, type Outcome } from './operation-handler.ts';

export interface ServeOptions {
  /** First token of every subject it answers, for example `ingest`. */
  service: string;
  /** Semantic version, shown by service discovery. */
  version: string;
  handlers: readonly OperationHandler[];
}

const CLOSE_TIMEOUT_MS = 10_000;
/**
 * Items of all operations that are handled one by one. Of the ten connections of a service some are left for the
 * operations that take one statement a batch, and it takes three integrations with slow lists to make others wait.
 */
const READS = { places: 5, perTenant: 2 };
const WRITES = { places: 3, perTenant: 2 };

/**
 * Answers operations as a NATS service: processes of the same service share them through a queue group.
 * `close` takes nothing new and resolves when what is being handled has been answered.
 */
export async function serve(
  messaging: Messaging,
  options: ServeOptions,
): Promise<{ close(): Promise<void> }> {
  const connection = connectionOf(messaging);
  const { service: name, version, handlers } = options;
  for (const { operation } of handlers) {
    if (!operation.subject.startsWith(`${name}.`))
      throw new Error(`${operation.subject} does not start with ${name}.`);
  }
  const service = await connection.nc.services.add({
    name,
    version,
    queue: name,
    statsHandler: async ({ subject }) => servedCounters(connection.counters, subject),
  });
  const { id } = service.info();
  const places = { read: new FairPlaces(READS), write: new FairPlaces(WRITES) };
  const served = handlers.map((handler) => {
    const { subject } = handler.operation;
    const endpoint = new Endpoint(connection, handler, places[handler.each ?? 'read']);
    const receive = (error: Error | null, message: Msg) => {
      if (error === null) endpoint.receive(message);
    };
    service.addEndpoint(subject.slice(name.length + 1).replaceAll('.', '_'), { subject, handler: receive });
    const direct = connection.nc.subscribe(directSubject(subject, id), { callback: receive });
    return { endpoint, direct };
  });
  void service.stopped.then((cause) => {
    if (cause !== null)
      connection.log.error({ err: cause, service: name }, 'the service has stopped answering');
  });
  await connection.nc.flush();

  async function drain(): Promise<void> {
    await Promise.allSettled([service.stop(), ...served.map(({ direct }) => direct.drain())]);
    await Promise.all(served.map(({ endpoint }) => endpoint.idle()));
    if (connection.isConnected) await connection.nc.flush();
  }
  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= pTimeout(drain(), { milliseconds: CLOSE_TIMEOUT_MS, message: false });
    return closing.finally(() => connection.closeHooks.delete(close));
  }
  connection.closeHooks.add(close);
  return { close };
}
