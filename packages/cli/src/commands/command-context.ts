import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { SystemCaller } from '@debrief/contracts/caller';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import type { Messaging } from '@debrief/messaging/connection';
import type { CallerOf } from '@debrief/messaging/request';
import type { TSchema } from '@sinclair/typebox';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { readStack } from '../read-stack.ts';

export interface SharedOptions {
  dataDir: string;
  nats?: string;
  api?: string;
  json?: boolean;
}

/** Whose scope an operator takes on. */
export interface Owner {
  readonly integration_id: string;
  readonly organization_id: string;
}

type IntegrationOperation = Operation<TSchema, TSchema, 'integration'>;
type SystemOperation = Operation<TSchema, TSchema, 'system'>;
// Every operation here is a system one, which the compiler cannot infer for a generic operation.
const asCaller = <O extends SystemOperation>() => operator as CallerOf<O>;

export interface CommandContext {
  readonly json: boolean;
  ask<O extends SystemOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** As a client of the integration would ask, with a read-write key. */
  askFor<O extends IntegrationOperation>(owner: Owner, operation: O, input: InputOf<O>): Promise<OutputOf<O>>;
  /** Base URL of the REST API. */
  apiUrl(): Promise<string>;
}

export const operator = {
  ...{ access: 'system', request_id: `operator-${process.pid}` },
  // As this machine has it: for the audit trail, not for permissions.
  actor: { kind: 'operator', id: accountName(), from: hostname().slice(0, 128) },
} as const satisfies SystemCaller;

/** A container may run as an account without a name. */
function accountName(): string {
  try {
    return userInfo().username.slice(0, 128);
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** `npm run` changes to the project's folder and keeps the user's in INIT_CWD. */
export function fromUserFolder(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/**
 * NATS of the Debrief that the options name, with the operator's credentials. `--nats` may be a file that has them: what a
 * command line holds, every process of the machine can read.
 */
export async function natsUrlOf({ nats, dataDir }: SharedOptions): Promise<string> {
  if (nats === undefined) return (await readStack(dataDir)).nats_url;
  if (nats.includes('://')) return nats;
  const file = fromUserFolder(nats);
  if (!existsSync(file)) {
    if (nats.includes('/')) throw new CommandError(`There is no file ${nats}`);
    return nats;
  }
  const url = (await readFile(file, 'utf8')).trim();
  if (!url.split(',').every((server) => URL.canParse(server)))
    throw new CommandError(`${nats} does not hold the URL of a NATS server`);
  return url;
}

/** Runs a command with a connection to the Debrief that its options name, and closes the connection after it. */
export async function withContext(
  command: Command,
  body: (context: CommandContext) => Promise<void>,
): Promise<void> {
  const options = command.optsWithGlobals<SharedOptions>();
  const messaging = await connectOnce(await natsUrlOf(options));
  const { request } = await import('@debrief/messaging/request');
  try {
    await body({
      json: options.json === true,
      ...askingOver(messaging, request),
      apiUrl: async () => {
        if (options.api !== undefined) return options.api.replace(/\/+$/, '');
        if (options.nats !== undefined)
          throw new CommandError(
            'Add --api with the base URL of the REST API: --nats alone does not give it',
          );
        return (await readStack(options.dataDir)).base_url;
      },
    });
  } finally {
    await messaging.close();
  }
}

/** How operators ask, over a connection of the caller's. */
export function askingOver(
  messaging: Messaging,
  request: typeof import('@debrief/messaging/request').request,
): Pick<CommandContext, 'ask' | 'askFor'> {
  return {
    ask: (operation, input) => request(messaging, operation, asCaller(), input),
    askFor: (owner, operation, input) => {
      const caller = { ...operator, ...owner, access: 'read-write' } as const;
      return request(messaging, operation, caller as CallerOf<typeof operation>, input);
    },
  };
}

/** Loads the client of NATS only here: `coach` and `--help` need none. */
async function connectOnce(url: string): Promise<Messaging> {
  const { connect } = await import('@debrief/messaging/connection');
  const { createLogger } = await import('@debrief/service-kit/logger');
  const log = createLogger({ name: 'debrief', level: 'silent' });
  try {
    // The apps create streams and consumers; a command that only asks is faster without.
    return await connect({
      url,
      name: 'cli',
      log,
      timeoutMs: 3_000,
      topology: { streams: [], consumers: [], retiredConsumers: [] },
    });
  } catch (cause) {
    // Without the URL, which may have a password: the cause names the host.
    const reason = cause instanceof Error ? cause.message : 'NATS does not answer';
    throw new CommandError(`${reason}. Is Debrief running? Start it with: npm start`, { cause });
  }
}
