import { flushCompileCache } from 'node:module';
import { startTracing } from '@debrief/tracing/start-tracing';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import pTimeout from 'p-timeout';
import { ConfigError, commonSettings, loadConfig } from './config.ts';
import { type Check, startHealthServer } from './health.ts';
import { createLogger, type Logger } from './logger.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { onStopRequest } from './stop-request.ts';

export type { Check } from './health.ts';
export type { Logger } from './logger.ts';
export type { Metrics } from './metrics.ts';

export interface Context<Config> {
  readonly config: Readonly<Config>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface RunningService {
  /** Run by each readiness request; each makes a real round trip. */
  readonly checks: Record<string, Check>;
  /** What it does without, for operators: it works, but not as well guarded as it could. */
  readonly notes?: readonly string[];
  /** What it works with, for operators; asked at each readiness request, so it must cost little. */
  readonly about?: () => Promise<Record<string, string>>;
  /** Where the service listens in public, if it does. */
  readonly address?: string;
  /** Finishes the work in progress, then closes all connections. */
  close(): Promise<void>;
}

const CommonConfig = Type.Object(commonSettings);
type CommonConfig = Static<typeof CommonConfig>;
const VERSION = '0.1.0';

/** Sent to the supervisor over IPC once the service is up. */
export interface ReadyMessage {
  type: 'ready';
  name: string;
  health_url: string;
  address?: string;
}

/** Kubernetes kills after 30 s by default; a timeout of our own comes first and is logged. */
const CLOSE_TIMEOUT_MS = 25_000;

/**
 * Runs a service as this process: reads the environment once, serves health and metrics, builds the service, and
 * closes it on a stop request. Exit status 0 after a clean close, 1 for a fault, 78 for an invalid configuration.
 */
export async function run<T extends TObject>(options: {
  name: string;
  settings: T;
  build: (context: Context<Static<T>>) => Promise<RunningService>;
}): Promise<void> {
  // Whatever a service writes, mail and recordings among it, is for its own user.
  process.umask(0o077);
  const config = readConfig(options.name, options.settings);
  const { LOG_LEVEL, HEALTH_HOST, HEALTH_PORT, ...tracing } = config as Partial<CommonConfig>;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = tracing;
  const log = createLogger({
    name: options.name,
    level: LOG_LEVEL ?? 'info',
    withTraces: endpoint !== undefined,
  });
  const metrics = createMetrics(options.name);
  process.on('unhandledRejection', (error) => die(log, error, 'unhandled rejection'));
  process.on('uncaughtException', (error) => die(log, error, 'uncaught exception'));

  let service: RunningService | null = null;
  let closing = false;
  onStopRequest({
    stop: (reason) => {
      closing = true;
      log.info({ reason }, 'closing');
      // A service that is still being built has accepted nothing yet.
      if (service === null) process.exit(0);
      pTimeout(closeAll(service, health, stopTracing), { milliseconds: CLOSE_TIMEOUT_MS }).then(
        () => process.exit(0),
        (error: unknown) => die(log, error, 'closing failed'),
      );
    },
  });

  const stopTracing = await startTracing({
    ...{ service: options.name, version: VERSION, endpoint, log },
    headers: tracing.OTEL_EXPORTER_OTLP_HEADERS ?? [],
    share: tracing.OTEL_TRACES_SAMPLER_ARG ?? 1,
  });
  const health = await startHealthServer({
    host: HEALTH_HOST ?? '127.0.0.1',
    port: HEALTH_PORT ?? 0,
    checks: () => (closing ? null : (service?.checks ?? null)),
    notes: () => service?.notes ?? [],
    about: async () => (await service?.about?.()) ?? {},
    metrics,
    log,
  }).catch((error: unknown) => die(log, error, 'the health port could not be opened'));
  try {
    service = await options.build({ config, log, metrics });
  } catch (error) {
    die(log, error, 'could not start');
  }
  const ready: ReadyMessage = {
    type: 'ready',
    name: options.name,
    health_url: `${health.url}/readyz`,
    ...(service.address === undefined ? {} : { address: service.address }),
  };
  // A new compile cache takes up to seconds of standing still: now, before anybody counts on this process, and not at
  // its end, which would be longer than a supervisor waits.
  flushCompileCache();
  log.info({ health_url: ready.health_url, address: ready.address }, 'ready');
  process.send?.(ready);
}

async function closeAll(
  service: RunningService,
  health: { close(): Promise<void> },
  stopTracing: () => Promise<void>,
): Promise<void> {
  await service.close();
  await Promise.all([health.close(), stopTracing()]);
}

function readConfig<T extends TObject>(name: string, settings: T): Readonly<Static<T>> {
  try {
    return loadConfig(settings, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(78);
  }
}

function die(log: Logger, error: unknown, message: string): never {
  log.fatal({ err: error }, message);
  process.exit(1);
}
