import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { Api } from './api.ts';
import { loadContract } from './contract.ts';
import { launchDebrief, OPERATOR_URL, root, SHARED_DATA_DIR, sharedSettings } from './launch-debrief.ts';
import type { IntegrationSettings, Operate } from './operator.ts';
import { tryAgain } from './try-again.ts';

interface Stack {
  base_url: string;
  console_url: string;
  nats_url: string;
  database_url: string;
  processes: { name: string; pid: number; health_url: string }[];
}

export interface Integration {
  id: string;
  organization_id: string;
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
  /** What the command line asks of the services, asked directly. */
  operate: Operate;
  /** An integration of a new organization. */
  createIntegration(settings?: IntegrationSettings): Promise<Integration>;
  /** Kills a process with SIGKILL; its supervisor starts it again. */
  kill(name: string): Promise<void>;
}

/** The Debrief that all files of a test run share; a file that is run alone starts one of its own. */
export async function sharedDebrief(t: Test): Promise<Debrief> {
  const dataDir = process.env[SHARED_DATA_DIR];
  if (dataDir === undefined) return startDebrief(t, sharedSettings);
  return connectTo(dataDir, operateAt(process.env[OPERATOR_URL] ?? ''));
}

export interface OwnDebrief extends Debrief {
  /** Everything stops; the data folder stays. */
  stop(): Promise<void>;
}

/** A Debrief of the test's own, for a test that kills its processes or sets it up in a way of its own. */
export async function startDebrief(
  t: Test,
  env: Record<string, string> = {},
  dataDir?: string,
): Promise<OwnDebrief> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'debrief-acceptance-')));
  const launched = launchDebrief(folder, env);
  t.teardown(async () => {
    await launched.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await launched.ready;
  // Only here: files that share a Debrief need neither NATS's client nor the contracts.
  const { connectOperator } = await import('./operator.ts');
  const operator = await connectOperator((await readStack(folder)).nats_url);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= operator.close());
  t.teardown(close);
  const stop = async () => {
    await close();
    await launched.stop();
  };
  return { ...(await connectTo(folder, operator.operate)), stop };
}

/** Asks the process that runs the tests to ask. */
function operateAt(url: string): Operate {
  return async (name, input) => {
    const reply = await fetch(`${url}/${name}`, { method: 'POST', body: JSON.stringify(input) });
    if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
    return (await reply.json()) as never;
  };
}

async function readStack(dataDir: string): Promise<Stack> {
  return JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8')) as Stack;
}

/** What a command says of an outage: a person gives it again. */
const saysOutage = (error: unknown) =>
  /^debrief: .*(does not answer|did not answer in time|temporarily unavailable)/m.test(
    String((error as { stderr?: unknown }).stderr),
  );

async function connectTo(dataDir: string, operate: Operate): Promise<Debrief> {
  const stack = () => readStack(dataDir);
  const cli = async <T>(...words: string[]): Promise<T> => {
    const command = ['packages/cli/src/main.ts', '--data-dir', dataDir, '--json', ...words];
    const run = () => promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 1e8 });
    const { stdout } = await tryAgain(run, saysOutage);
    return JSON.parse(stdout) as T;
  };
  const { base_url } = await stack();
  const contract = await tryAgain(
    () => loadContract(base_url),
    () => true,
  );
  return {
    dataDir,
    stack,
    cli,
    kill: async (name) => {
      const found = (await stack()).processes.find((candidate) => candidate.name === name);
      if (found === undefined) throw new Error(`no process is called ${name}`);
      process.kill(found.pid, 'SIGKILL');
    },
    operate,
    createIntegration: async (settings = {}) => {
      const { id: organization_id } = await operate('createOrganization', { name: 'Acme' });
      const { id } = await operate('createIntegration', { name: 'CRM', ...settings, organization_id });
      const [readWrite, readOnly] = await Promise.all(
        (['read-write', 'read-only'] as const).map((access) =>
          operate('createKey', { integration_id: id, name: access, access }),
        ),
      );
      const api = new Api(base_url, readWrite?.key ?? '', contract);
      return { id, organization_id, api, readOnlyApi: api.withKey(readOnly?.key ?? '') };
    },
  };
}
