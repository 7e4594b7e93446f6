import type { NatsUser } from '@debrief/contracts/nats-users';
import { checkMigrations } from '@debrief/database/migrate';
import { startNats } from '@debrief/local/nats';
import { startPostgres } from '@debrief/local/postgres';
import { migrationsOf } from './apps.ts';
import { installPrograms } from './install-programs.ts';
import { prepareServiceRoles } from './service-roles.ts';
import { type SupervisedServer, superviseServer } from './supervise-server.ts';

export interface Servers {
  readonly nats: SupervisedServer;
  readonly natsUrlOf: NatsUrlOf;
  readonly postgres: SupervisedServer;
  /** Each service's own URL of Postgres. */
  readonly databaseUrls: Readonly<Record<string, string>>;
}

/** The URL of NATS with a user's credentials; of a server that is not ours the one that was configured, for all. */
export type NatsUrlOf = (user: NatsUser) => string;

/**
 * Starts Postgres and NATS side by side, and installs the programs that the apps need. Each server is reported to
 * `onUp` as soon as it is up, so that it can be stopped when the other one fails.
 */
export async function startServers(o: {
  dataDir: string;
  services: readonly string[];
  rolePassword: (service: string) => string;
  natsPassword: (user: NatsUser) => string;
  say: (line: string) => void;
  onUp: (server: SupervisedServer) => void;
  onNatsUp: (natsUrlOf: NatsUrlOf) => void;
  onChange: () => void;
  stop: AbortSignal;
}): Promise<Servers> {
  const { DATABASE_URL, NATS_URL, TEMPORARY_DATA } = process.env;
  const { dataDir, say: log } = o;

  async function postgres(): Promise<Pick<Servers, 'postgres' | 'databaseUrls'>> {
    // For tests, which start many: no initdb, and nothing is synced to disk.
    const durable = TEMPORARY_DATA !== 'true';
    const start = (port?: number) =>
      startPostgres({ dataDir, log, url: DATABASE_URL || undefined, port, durable });
    const postgres = await superviseServer('Postgres', start, o);
    o.onUp(postgres);
    const { services, rolePassword } = o;
    const databaseUrls = await prepareServiceRoles({ url: postgres.url, services, rolePassword });
    await refuseOtherData(databaseUrls);
    log(`Postgres is up on ${hostsOf(postgres.url)}, with a role and a schema for each service`);
    return { postgres, databaseUrls };
  }

  async function nats(): Promise<Pick<Servers, 'nats' | 'natsUrlOf'>> {
    await installPrograms({ isNatsConfigured: Boolean(NATS_URL), say: log });
    o.stop.throwIfAborted();
    // Loaded here, while Postgres starts: it takes the contracts.
    const { natsAuthorization, natsUrlOf } = await import('@debrief/messaging/authorization');
    const authorization = natsAuthorization(o.natsPassword);
    const credentials = { user: 'operator', pass: o.natsPassword('operator') };
    const start = (port?: number) =>
      startNats({ dataDir, log, url: NATS_URL || undefined, authorization, credentials, port });
    const nats = await superviseServer('NATS', start, o);
    log(`NATS is up on ${hostsOf(nats.url)}`);
    const urlOf: NatsUrlOf = (user) =>
      NATS_URL ? nats.url : natsUrlOf(nats.url, user, o.natsPassword(user));
    o.onUp(nats);
    o.onNatsUp(urlOf);
    return { nats, natsUrlOf: urlOf };
  }

  const [first, second] = await Promise.allSettled([postgres(), nats()]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return { ...first.value, ...second.value };
}

/** Here and not only in the services, whose supervisor would start them again and again. */
export async function refuseOtherData(databaseUrls: Readonly<Record<string, string>>): Promise<void> {
  const checks = Object.entries(databaseUrls).map(([schema, url]) =>
    checkMigrations({ url, schema, directory: migrationsOf(schema) }),
  );
  await Promise.all(checks);
}

function hostsOf(urls: string): string {
  return urls
    .split(',')
    .map((one) => new URL(one.includes('://') ? one : `nats://${one}`).host)
    .join(', ');
}
