import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { Api } from './api.ts';
import { loadContract } from './contract.ts';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const START_TIMEOUT_MS = 90_000;

interface Stack {
  base_url: string;
  nats_url: string;
  database_url: string;
  processes: { name: string; pid: number; health_url: string }[];
}

export interface Integration {
  id: string;
  /** Reads and writes. */
  api: Api;
  /** Only reads. */
  readOnlyApi: Api;
}

export interface Debrief {
  dataDir: string;
  /** Read afresh: a process that was restarted has another pid. */
  stack(): Promise<Stack>;
  /** Runs `debrief … --json` and answers what it printed. */
  cli<T>(...args: string[]): Promise<T>;
  createIntegration(...options: string[]): Promise<Integration>;
  /** Kills a process with SIGKILL; its supervisor starts it again. */
  kill(name: string): Promise<void>;
}

/** Starts a whole Debrief as its user would, in a data folder of its own, and stops it when the test ends. */
export async function startDebrief(t: Test, env: Record<string, string> = {}): Promise<Debrief> {
  const dataDir = await mkdtemp(join(tmpdir(), 'debrief-acceptance-'));
  // For root, Postgres runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const args = [
    'packages/cli/src/start/main.ts',
    '--no-demo',
    '--data-dir',
    dataDir,
    '--port',
    String(await freePort()),
  ];
  // A data folder that tests removed again needs no Postgres but its own.
  const { DATABASE_URL: _database, NATS_URL: _nats, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(async () => {
    await stop(child);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await ready(child);

  const stack = async () => JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8')) as Stack;
  const cli = async <T>(...words: string[]): Promise<T> => {
    const command = ['packages/cli/src/main.ts', '--data-dir', dataDir, '--json', ...words];
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 1e8 });
    return JSON.parse(stdout) as T;
  };
  const contract = await loadContract((await stack()).base_url);
  return {
    dataDir,
    stack,
    cli,
    kill: async (name) => {
      const found = (await stack()).processes.find((candidate) => candidate.name === name);
      if (found === undefined) throw new Error(`no process is called ${name}`);
      process.kill(found.pid, 'SIGKILL');
    },
    createIntegration: async (...options) => {
      const organization = await cli<{ id: string }>('organizations', 'create', '--name', 'Acme');
      const { id } = await cli<{ id: string }>(
        ...['integrations', 'create', '--organization', organization.id, '--name', 'CRM', ...options],
      );
      const { base_url } = await stack();
      const key = (access: string) =>
        cli<{ key: string }>('keys', 'create', '--integration', id, '--access', access, '--name', access);
      const [readWrite, readOnly] = await Promise.all([key('read-write'), key('read-only')]);
      const api = new Api(base_url, readWrite.key, contract);
      return { id, api, readOnlyApi: api.withKey(readOnly.key) };
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Debrief was not ready in time:\n${output}`)),
      START_TIMEOUT_MS,
    );
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
