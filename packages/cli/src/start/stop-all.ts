import type { AppName } from './apps.ts';
import type { SupervisedApp } from './supervise-app.ts';

/** What the public asks, which asks the services. */
export const edge = ['gateway', 'console'] as const satisfies readonly AppName[];

/** Postgres and NATS take less than a second after these, so that everything stops within 10 s. */
const EDGE_GRACE_MS = 2_500;
const APP_GRACE_MS = 4_500;

interface Running {
  readonly app: AppName;
  readonly supervised: Pick<SupervisedApp, 'stop'>;
}

/** Stops the apps, and then their servers. */
export async function stopAll(
  apps: readonly Running[],
  servers: readonly { stop(): Promise<void> }[],
): Promise<void> {
  const isEdge = ({ app }: Running) => edge.some((name) => name === app);
  // The edge first: the requests it has accepted still need the services.
  await Promise.all(apps.filter(isEdge).map(({ supervised }) => supervised.stop(EDGE_GRACE_MS)));
  await Promise.all(apps.map(({ supervised }) => supervised.stop(APP_GRACE_MS)));
  await Promise.all(servers.map((server) => server.stop()));
}
