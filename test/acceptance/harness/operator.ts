import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import {
  createIntegration,
  createKey,
  createOrganization,
  revokeKey,
} from '@debrief/contracts/operations/directory-access';
import { connect } from '@debrief/messaging/connection';
import { type CallerOf, request } from '@debrief/messaging/request';
import { sweepStreams } from '@debrief/messaging/sweep-streams';
import { createLogger } from '@debrief/service-kit/logger';

const operations = { createOrganization, createIntegration, createKey, revokeKey };
type Operations = typeof operations;

/** What `debrief` asks of a running Debrief for its operator, without a process for each, which takes 0.3 s. */
export type Operate = <Name extends keyof Operations>(
  name: Name,
  input: InputOf<Operations[Name]>,
) => Promise<OutputOf<Operations[Name]>>;

export type IntegrationSettings = Partial<InputOf<typeof createIntegration>>;

export interface Operator {
  operate: Operate;
  close(): Promise<void>;
}

/** Asks over a connection of its own. */
export async function connectOperator(natsUrl: string): Promise<Operator> {
  const messaging = await connect({
    url: natsUrl,
    name: 'acceptance',
    log: createLogger({ name: 'acceptance', level: 'silent' }),
    topology: { streams: [], consumers: [], retiredConsumers: [] },
  });
  // Every operation here is a system one, which the compiler cannot infer for a generic operation.
  const caller = { access: 'system', request_id: 'acceptance' } as CallerOf<Operation>;
  return {
    operate: (name, input) => request(messaging, operations[name] as Operation, caller, input) as never,
    close: () => messaging.close(),
  };
}

/** Asks for other processes: loading NATS's client and the contracts takes each 0.2 s. */
export async function serveOperator(natsUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const { operate, close } = await connectOperator(natsUrl);
  const server = createServer(async (asked, response) => {
    try {
      const name = asked.url?.slice(1) as keyof Operations;
      response.end(JSON.stringify(await operate(name, (await json(asked)) as never)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await close();
    },
  };
}

/** Every message that somebody has not read yet, of any stream, as JSON. */
export async function readStreams(natsUrl: string): Promise<string[]> {
  const log = createLogger({ name: 'acceptance', level: 'silent' });
  const messaging = await connect({ url: natsUrl, name: 'acceptance', log });
  const read: string[] = [];
  try {
    await sweepStreams(messaging, (payload: object) => {
      read.push(JSON.stringify(payload));
      return payload;
    });
  } finally {
    await messaging.close();
  }
  return read;
}
