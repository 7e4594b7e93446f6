import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@debrief/local/free-port';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Environment variable: the data folder of the Debrief that the files of a test run share. */
export const SHARED_DATA_DIR = 'SHARED_DATA_DIR';
/** Environment variable: where its operator is asked (operator.ts). */
export const OPERATOR_URL = 'OPERATOR_URL';
/** Environment variable: what the files of a test run share is a cluster, as `npm run cluster` starts it. */
export const ON_CLUSTER = 'ON_CLUSTER';
/** Its value where the servers and apps of that cluster are killed and come back meanwhile. */
export const DISTURBED = 'disturbed';
/** Clients then see outages, one after another, which they have to wait out. */
export const isDisturbed = process.env[ON_CLUSTER] === DISTURBED;
/** Its settings: CRMs that only some tests give to their integrations. */
export const sharedSettings = { TRANSCRIPT_FORBIDDEN_CRMS: 'closed crm, Other CRM' };

const START_TIMEOUT_MS = 300_000;
/** Thrice as many processes. */
const CLUSTER_START_TIMEOUT_MS = 600_000;

export interface LaunchedDebrief {
  /** Rejects with what it printed when it does not get ready. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a whole Debrief as its user would, without its samples unless they are asked for. */
export function launchDebrief(
  dataDir: string,
  env: Record<string, string>,
  { options = ['--no-demo'], timeoutMs = START_TIMEOUT_MS } = {},
): LaunchedDebrief {
  return launch(['packages/cli/src/start/main.ts', ...options], dataDir, env, timeoutMs);
}

/** Starts a cluster, which has no samples. */
export function launchCluster(dataDir: string, env: Record<string, string>): LaunchedDebrief {
  return launch(['packages/cli/src/cluster/main.ts'], dataDir, env, CLUSTER_START_TIMEOUT_MS);
}

function launch(
  program: readonly string[],
  dataDir: string,
  env: Record<string, string>,
  timeoutMs: number,
): LaunchedDebrief {
  // For root, Postgres runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755);
  const child = freePort().then((port) => {
    // A data folder that tests remove again needs a Postgres and a NATS of its own.
    const { DATABASE_URL: _database, NATS_URL: _nats, ...inherited } = process.env;
    // What its owner has fetched must not change what the tests hear.
    const own = { TEMPORARY_DATA: 'true', MODELS_DIR: join(dataDir, 'models') };
    return spawn(
      process.execPath,
      [...program, '--data-dir', dataDir, '--port', String(port), '--console-port', '0'],
      { cwd: root, env: { ...inherited, ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
  });
  return { ready: child.then((one) => untilReady(one, timeoutMs)), stop: async () => stop(await child) };
}

async function untilReady(child: ChildProcess, timeoutMs: number): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Debrief was not ready in time:\n${output}`)), timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/^Debrief is ready at /m.test(output)) {
          clearTimeout(timer);
          resolve();
        }
      });
    }
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Debrief ended with status ${code}:\n${output}`));
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
