import { checkMigrations } from '@debrief/database/migrate';
import { startNats } from '@debrief/local/nats';
import { startPostgres } from '@debrief/local/postgres';
import { migrationsOf } from './apps.ts';
import { type KeptServer, keepServer } from './kept-server.ts';
import { ensureNeededCommands } from './needed-commands.ts';
import { prepareServiceRoles } from './service-roles.ts';

export interface Servers {
  readonly nats: KeptServer;
  readonly postgres: KeptServer;
  /** Each service's own URL of Postgres. */
  readonly databaseUrls: Readonly<Record<string, string>>;
}

/**
 * Starts Postgres and NATS side by side, with the programs the apps need. What is up is told to `onUp` at once, so
 * that it can be stopped when the rest fails or is no longer wanted.
 */
export async function startServers(o: {
  dataDir: string;
  services: readonly string[];
  rolePassword: (service: string) => string;
  say: (line: string) => void;
  onUp: (server: KeptServer) => void;
  onChange: () => void;
  stop: AbortSignal;
}): Promise<Servers> {
  const { DATABASE_URL, NATS_URL } = process.env;
  const { dataDir, say: log } = o;

  async function postgres(): Promise<Pick<Servers, 'postgres' | 'databaseUrls'>> {
    const start = (port?: number) => startPostgres({ dataDir, log, url: DATABASE_URL || undefined, port });
    const postgres = await keepServer('Postgres', start, o);
    o.onUp(postgres);
    const { services, rolePassword } = o;
    const databaseUrls = await prepareServiceRoles({ url: postgres.url, services, rolePassword });
    await refuseOtherData(databaseUrls);
    log(`Postgres is up on ${whereIs(postgres.url)}, with a role and a schema for each service`);
    return { postgres, databaseUrls };
  }

  async function nats(): Promise<KeptServer> {
    await ensureNeededCommands({ isNatsConfigured: Boolean(NATS_URL), say: log });
    o.stop.throwIfAborted();
    const start = (port?: number) => startNats({ dataDir, log, url: NATS_URL || undefined, port });
    const nats = await keepServer('NATS', start, o);
    o.onUp(nats);
    log(`NATS is up on ${whereIs(nats.url)}`);
    return nats;
  }

  const [first, second] = await Promise.allSettled([postgres(), nats()]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return { ...first.value, nats: second.value };
}

/** Here and not only in the services, whose supervisor would start them again and again. */
async function refuseOtherData(databaseUrls: Readonly<Record<string, string>>): Promise<void> {
  const checks = Object.entries(databaseUrls).map(([schema, url]) =>
    checkMigrations({ url, schema, directory: migrationsOf(schema) }),
  );
  await Promise.all(checks);
}

function whereIs(url: string): string {
  return url
    .split(',')
    .map((one) => new URL(one.includes('://') ? one : `nats://${one}`).host)
    .join(', ');
}
