import { readFileSync } from 'node:fs';
import { installPeer } from '../install-peer.ts';
import type { Stack, Surroundings } from '../stack.ts';
import type { Tenant } from '../tenants.ts';
import type { PeerName } from './options.ts';

/** What answers at a URL. */
export interface Contestant {
  readonly name: string;
  readonly address: string;
  readonly pids: ReadonlyMap<string, number>;
}

const NAMES = { monolith: 'Fastify + pg', nestjs: 'NestJS', moleculer: 'Moleculer' };
const PROGRAMS = {
  monolith: ['server'],
  nestjs: ['service', 'gateway'],
  moleculer: ['service', 'gateway'],
};

export function debrief(stack: Stack): Contestant {
  const { origin } = new URL(stack.baseUrl);
  return { name: 'Debrief', address: origin, pids: stack.pids };
}

/** Reads the table of the stack, and submits into a copy of it. */
export async function startPeer(
  peer: PeerName,
  { stack, tenant, o }: { stack: Stack; tenant: Tenant; o: Surroundings },
): Promise<Contestant> {
  const folder = new URL(`peers/${peer}/`, import.meta.url);
  await installPeer(folder, o.say, o.signal);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    ...{ PATH, NODE_COMPILE_CACHE, NODE_ENV: 'production' },
    ...{ DATABASE_URL: stack.databaseUrl, NATS_URL: stack.natsUrl, INTEGRATION_ID: tenant.integrationId },
  };
  const pids = new Map<string, number>();
  let address = '';
  for (const program of PROGRAMS[peer]) {
    const started = await o.start(`${peer}-${program}`, new URL(`${program}.js`, folder).pathname, env);
    pids.set(program, started.pid);
    address = started.ready.address ?? address;
  }
  for (const name of peer === 'monolith' ? ['Postgres'] : ['Postgres', 'NATS'])
    pids.set(name, stack.pids.get(name) ?? 0);
  return { name: NAMES[peer], address, pids };
}

/** Of what the peers run. */
export function versionOf(peer: PeerName): string {
  const file = new URL(`peers/${peer}/package.json`, import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> };
  const name = { monolith: 'fastify', nestjs: '@nestjs/core', moleculer: 'moleculer' }[peer];
  return `${name} ${dependencies[name]}`;
}
