import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { MemberCaller } from '@debrief/contracts/caller';
import { askersOf, type InputOf, type Operation, type OutputOf } from '@debrief/contracts/define';
import { DebriefError, TIMED_OUT, UNAVAILABLE } from '@debrief/contracts/errors';
import { operations as allOperations } from '@debrief/contracts/operations/all';
import {
  createIntegration,
  createKey,
  createOrganization,
  revokeKey,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import { revokeInvitation } from '@debrief/contracts/operations/directory-invitations';
import { addMember, createLink, listMembers } from '@debrief/contracts/operations/directory-members';
import { assignTeam, createTeam } from '@debrief/contracts/operations/directory-teams';
import { listErasures } from '@debrief/contracts/operations/erasures';
import { connect } from '@debrief/messaging/connection';
import { type CallerOf, request } from '@debrief/messaging/request';
import { sweepStreams } from '@debrief/messaging/sweep-streams';
import { createLogger } from '@debrief/service-kit/logger';
import { tryAgain } from './try-again.ts';

const operations = {
  ...{ createOrganization, createIntegration, updateIntegration, createKey, revokeKey },
  ...{ addMember, createLink, createTeam, assignTeam, listMembers, revokeInvitation, listErasures },
};
type Operations = typeof operations;

/** What `debrief` asks of a running Debrief for its operator, without a process for each, which takes 0.3 s. */
export type Operate = <Name extends keyof Operations>(
  name: Name,
  input: InputOf<Operations[Name]>,
) => Promise<OutputOf<Operations[Name]>>;

export type IntegrationSettings = Partial<InputOf<typeof createIntegration>>;

/** Who asks as the console lets its members ask. */
export type Member = Pick<
  MemberCaller,
  'organization_id' | 'integration_id' | 'member_id' | 'role' | 'user_id'
>;

export interface MemberOperation {
  subject: string;
  role: string;
}

export interface Operator {
  operate: Operate;
  /** An operation of the console's, by its subject. An error is answered as its code. */
  askAsMember(subject: string, member: Member, input: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** What members may ask by the console, and the least that they must be. */
export const memberOperations: readonly MemberOperation[] = allOperations
  .filter((operation) => operation.scope === 'integration' && askersOf(operation).includes('console'))
  .map(({ subject, role }) => ({ subject, role: role ?? 'owner' }));

const outages: readonly string[] = [UNAVAILABLE.code, TIMED_OUT.code];
/** What timed out may have been done: a second organization, key or link does no harm here. */
const isOutage = (error: unknown) => error instanceof DebriefError && outages.includes(error.definition.code);

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
    operate: (name, input) =>
      tryAgain(() => request(messaging, operations[name] as Operation, caller, input), isOutage) as never,
    async askAsMember(subject, member, input) {
      const operation = allOperations.find((one) => one.subject === subject);
      if (operation === undefined) throw new Error(`no operation is called ${subject}`);
      const asking = { access: 'read-write', request_id: 'acceptance', ...member } as CallerOf<Operation>;
      try {
        return await tryAgain(() => request(messaging, operation, asking, input as never), isOutage);
      } catch (error) {
        if (error instanceof DebriefError && error.definition.status < 500) return error.definition.code;
        throw error;
      }
    },
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
