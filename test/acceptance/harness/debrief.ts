import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { Api } from './api.ts';
import { loadContract } from './contract.ts';
import { launchDebrief, root, SHARED_DATA_DIR, sharedSettings } from './launch-debrief.ts';

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
  /** Read again each time: a process that was restarted has another pid. */
  stack(): Promise<Stack>;
  /** Runs `debrief … --json` and answers what it printed. */
  cli<T>(...args: string[]): Promise<T>;
  createIntegration(...options: string[]): Promise<Integration>;
  /** Kills a process with SIGKILL; its supervisor starts it again. */
  kill(name: string): Promise<void>;
}

/** The Debrief that all files of a test run share; a file that is run alone starts one of its own. */
export async function sharedDebrief(t: Test): Promise<Debrief> {
  const dataDir = process.env[SHARED_DATA_DIR];
  return dataDir === undefined ? startDebrief(t, sharedSettings) : connectTo(dataDir);
}

/** A Debrief of the test's own, for a test that kills its processes or sets it up in a way of its own. */
export async function startDebrief(t: Test, env: Record<string, string> = {}): Promise<Debrief> {
  const dataDir = await mkdtemp(join(tmpdir(), 'debrief-acceptance-'));
  const launched = launchDebrief(dataDir, env);
  t.teardown(async () => {
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await launched.ready;
  return connectTo(dataDir);
}

async function connectTo(dataDir: string): Promise<Debrief> {
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
      const names = ['--organization-name', 'Acme', '--name', 'CRM'];
      const { id, keys } = await cli<{ id: string; keys: { access: string; key: string }[] }>(
        ...['integrations', 'create', ...names, '--key', 'read-write,read-only', ...options],
      );
      const { base_url } = await stack();
      const keyFor = (access: string) => keys.find((key) => key.access === access)?.key ?? '';
      const api = new Api(base_url, keyFor('read-write'), contract);
      return { id, api, readOnlyApi: api.withKey(keyFor('read-only')) };
    },
  };
}
