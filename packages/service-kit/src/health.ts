import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pTimeout from 'p-timeout';
import { Gauge } from 'prom-client';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Tries a dependency for real: resolves when it works, rejects when it does not. */
export type Check = () => Promise<void>;

export interface HealthServer {
  /** Base address, for example `http://127.0.0.1:41234`. */
  readonly url: string;
  close(): Promise<void>;
}

const CHECK_TIMEOUT_MS = 2_000;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/**
 * `/livez` says that the process responds, `/readyz` that every check passed just now (each within 2 s), and
 * `/metrics` is Prometheus text.
 */
export async function startHealthServer(options: {
  host: string;
  port: number;
  /** Called on every request: a service has its checks only once it is built. */
  checks: () => Record<string, Check> | null;
  notes: () => readonly string[];
  /** What it works with, by name. */
  about: () => Promise<Record<string, string>>;
  metrics: Metrics;
  log: Logger;
}): Promise<HealthServer> {
  exposeChecks(options);
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    answer(path, options)
      .then(({ status, type, body }) => {
        response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body);
      })
      .catch((error: unknown) => {
        options.log.error({ err: error }, 'health request failed');
        response.writeHead(500).end();
      });
  });
  server.requestTimeout = 5_000;
  server.headersTimeout = 5_000;
  server.keepAliveTimeout = 1_000;
  await listen(server, options.port, options.host);
  const { address, port } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

async function answer(
  path: string | undefined,
  options: Omit<Parameters<typeof startHealthServer>[0], 'log'>,
): Promise<Answer> {
  if (path === '/livez') return json(200, { status: 'ok' });
  if (path === '/metrics') {
    return {
      status: 200,
      type: options.metrics.registry.contentType,
      body: await options.metrics.registry.metrics(),
    };
  }
  if (path !== '/readyz') return json(404, { statusCode: 404, message: 'No such endpoint' });
  const checks = options.checks();
  if (checks === null) return json(503, { status: 'starting', checks: {} });
  const results = await outcomes(checks);
  // What an operator could be told is not worth failing for.
  const about = await options.about().catch(() => ({}));
  const notes = options.notes();
  const ready = results.every(([, result]) => result === 'ok');
  return json(ready ? 200 : 503, {
    status: ready ? 'ok' : 'unavailable',
    checks: Object.fromEntries(results),
    ...(notes.length > 0 && { notes }),
    ...(Object.keys(about).length > 0 && { about }),
  });
}

function outcomes(checks: Record<string, Check>) {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  );
}

/** The same for whoever watches: a process that answers may still be unable to work. */
function exposeChecks({
  checks,
  metrics,
}: Pick<Parameters<typeof startHealthServer>[0], 'checks' | 'metrics'>): void {
  new Gauge({
    name: 'debrief_check_ok',
    help: 'Whether what this process needs works: 1, or 0; tried at each scrape',
    labelNames: ['check'],
    registers: [metrics.registry],
    async collect() {
      const results = await outcomes(checks() ?? {});
      this.reset();
      for (const [check, result] of results) this.set({ check }, result === 'ok' ? 1 : 0);
    },
  });
}

function outcome(check: Check): Promise<'ok' | 'failed' | 'timed out'> {
  const result = check().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  return pTimeout(result, { milliseconds: CHECK_TIMEOUT_MS, fallback: () => 'timed out' as const });
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
