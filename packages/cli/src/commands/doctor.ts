import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { findModelInUse } from '@debrief/models/in-use';
import type { Model } from '@debrief/models/model';
import { modelsFolder } from '@debrief/models/models-folder';
import type { Command } from 'commander';
import { readStack } from '../read-stack.ts';
import { natsUrlOf, type SharedOptions } from './command-context.ts';

interface Finding {
  name: string;
  ok: boolean;
  /** It works, but not as it should. */
  warning?: true;
  /** The version found, or what to do. */
  detail: string;
}

const NODE_MAJOR_NEEDED = 24;
const DISK_NEEDED_BYTES = 2 * 1024 ** 3;
const CHECK_TIMEOUT_MS = 5_000;

interface Readiness {
  checks?: Record<string, string>;
  about?: Record<string, string>;
  notes?: string[];
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check what Debrief needs to run, and say how to fix what fails')
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<SharedOptions>();
      const findings = [...(await machine(options.dataDir)), ...(await running(options))];
      const lines = findings.map(
        ({ name, ok, warning, detail }) =>
          `${ok ? (warning ? 'WARNING' : 'ok     ') : 'FAILED '} ${name}: ${detail}`,
      );
      process.stdout.write(
        options.json === true ? `${JSON.stringify(findings, null, 2)}\n` : `${lines.join('\n')}\n`,
      );
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
    });
}

function machine(dataDir: string): Promise<Finding[]> {
  const install = 'install it with: apt-get install';
  return Promise.all([
    finding('Node.js', async () => {
      if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_NEEDED) return process.versions.node;
      throw new Error(
        `${process.versions.node} is too old; run Debrief through npm, which fetches version ${NODE_MAJOR_NEEDED}`,
      );
    }),
    finding('ffmpeg', () => firstLine('ffmpeg', ['-version'], `not found; ${install} ffmpeg`)),
    finding('nats-server', () =>
      firstLine('nats-server', ['--version'], `not found; ${install} nats-server`),
    ),
    transcription(`${install} pocketsphinx pocketsphinx-en-us`),
    finding('Disk', async () => {
      const { bavail, bsize } = await statfs(resolve(dataDir)).catch(() => statfs('.'));
      const free = bavail * bsize;
      const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
      if (free < DISK_NEEDED_BYTES)
        throw new Error(
          `only ${text}; free some space, because recordings are downloaded before they are decoded`,
        );
      return text;
    }),
  ]);
}

/** What there is to hear with; the app says which of it serves. */
async function transcription(howToInstall: string): Promise<Finding> {
  const name = 'Transcription';
  const { SPEECH_ENDPOINT_URL: endpoint } = process.env;
  const own = await ownEngines(howToInstall);
  return endpoint
    ? { name, ok: true, detail: `the speech endpoint at ${endpoint}; without it: ${own.detail}` }
    : { name, ...own };
}

async function ownEngines(howToInstall: string): Promise<Omit<Finding, 'name'>> {
  const [inUse, pocketsphinx] = await Promise.allSettled([
    findModelInUse(modelsFolder(process.env), 'recognizer'),
    firstLine('pocketsphinx_continuous', [], 'not found'),
  ]);
  if (inUse.status === 'fulfilled' && inUse.value !== null)
    return { ok: true, detail: describeModel(inUse.value.model) };
  const why = inUse.status === 'rejected' ? inUse.reason.message : 'no speech model is in place';
  const pull = 'fetch a model with: debrief models pull';
  if (pocketsphinx.status === 'rejected')
    return { ok: false, detail: `${why}, and there is no pocketsphinx; ${pull}, or ${howToInstall}` };
  const serves = 'pocketsphinx serves, for English only and with many more words wrong';
  return { ok: true, warning: true, detail: `${why}; ${serves}; ${pull}` };
}

function describeModel({ name, kind, languages, verified }: Model): string {
  const hears = languages.length === 0 ? '' : `, for ${languages.join(', ')}`;
  const checked = verified === 'publisher' ? 'as its publisher states' : 'checksums recorded at first use';
  return `sherpa-onnx with ${name} (${kind}${hears}), ${checked}`;
}

async function running(options: SharedOptions): Promise<Finding[]> {
  if (options.nats !== undefined) return natsFindings(await natsUrlOf(options));
  const stack = await readStack(options.dataDir).catch((error: Error) => error);
  if (stack instanceof Error) return [{ name: 'Debrief', ok: false, detail: stack.message }];
  const others = await Promise.all([
    finding('Postgres', () => postgresVersion(stack.database_url)),
    ...stack.processes.map(({ name, health_url }) => appFinding(name, health_url)),
  ]);
  return [...(await natsFindings(stack.nats_url)), ...others];
}

function natsFindings(url: string): Promise<Finding[]> {
  return Promise.all([natsFinding(url), credentialsFinding(url)]);
}

function natsFinding(url: string): Promise<Finding> {
  return finding('NATS', async () => {
    // Loaded here: no command without NATS needs it.
    const { connect } = await import('@debrief/messaging/connection');
    const { createLogger } = await import('@debrief/service-kit/logger');
    const log = createLogger({ name: 'debrief', level: 'silent' });
    const options = { url, name: 'doctor', log, timeoutMs: CHECK_TIMEOUT_MS, makesTopology: false };
    const messaging = await connect(options);
    try {
      await messaging.check();
      return 'JetStream answers';
    } finally {
      await messaging.close();
    }
  });
}

async function credentialsFinding(url: string): Promise<Finding> {
  let warning: string | null = null;
  const found = await finding('NATS credentials', async () => {
    const { admitsAnybody } = await import('@debrief/messaging/connection');
    const isOpen = await admitsAnybody(url);
    if (isOpen)
      warning = 'NATS lets in everybody who reaches its port: they can make keys and read every call';
    else if (!/^(\w+:\/\/)?operator:/.test(url))
      warning = 'the apps share one user of NATS, so that each can do what all can';
    return warning === null ? 'each app has its own' : `${warning}. Make users with: debrief nats config`;
  });
  return warning === null ? found : { ...found, warning: true };
}

async function postgresVersion(url: string): Promise<string> {
  // Loaded here: no other command needs it.
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CHECK_TIMEOUT_MS });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? 'answers';
  } finally {
    await client.end();
  }
}

async function appFinding(name: string, healthUrl: string): Promise<Finding> {
  let lacks = false;
  const found = await finding(name, async () => {
    const { about, notes } = await readiness(healthUrl);
    lacks = notes.length > 0;
    const works = Object.entries(about).map(([what, value]) => `${what.replaceAll('_', ' ')} ${value}`);
    return ['ready', ...works, ...notes].join('; ');
  });
  return lacks ? { ...found, warning: true } : found;
}

/** What the app works with, and what it does without. */
async function readiness(healthUrl: string): Promise<{ about: Record<string, string>; notes: string[] }> {
  const response = await fetch(healthUrl, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
  const { checks, about = {}, notes = [] } = (await response.json()) as Readiness;
  if (response.ok) return { about, notes };
  const failed = Object.entries(checks ?? {}).filter(([, result]) => result !== 'ok');
  throw new Error(
    `not ready: ${failed.map(([name, result]) => `${name} ${result}`).join(', ') || 'still starting'}`,
  );
}

async function finding(name: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The first line a program prints. One that exits with a status other than 0 without arguments is there, too. */
async function firstLine(command: string, args: readonly string[], missing: string): Promise<string> {
  // Debian installs nats-server in /usr/sbin, which is not in every PATH.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
  try {
    const { stdout } = await promisify(execFile)(command, args, { timeout: CHECK_TIMEOUT_MS, env });
    return stdout.split('\n')[0] ?? '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(missing, { cause: error });
    return command;
  }
}
