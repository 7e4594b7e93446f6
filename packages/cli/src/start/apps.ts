import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { modelsFolder } from '@debrief/models/models-folder';
import { readSecrets } from './secrets.ts';

/** What `npm start` runs, each as a process of its own. Services have a schema; the others own no tables. */
export const services = ['directory', 'ingest', 'coaching', 'analytics'] as const;
export const workers = ['transcription', 'gateway', 'console'] as const;
export const apps = [...services, ...workers] as const;
export type AppName = (typeof apps)[number];

export const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));

export function appEntry(name: AppName): string {
  return path.join(projectFolder, 'apps', name, 'src/main.ts');
}

export function migrationsOf(service: string): URL {
  return pathToFileURL(`${path.join(projectFolder, 'apps', service, 'migrations')}/`);
}

/** Somebody who tries Debrief has a recording on the same machine; any other private host needs a setting. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Only this machine reaches it, whose owner may try how much it bears: 20,000 requests a second. */
const OWN_RATE_LIMIT = '1200000';

/** Days for which audio is kept for listening; compose keeps none unasked. */
const OWN_AUDIO_DAYS = '30';

/** The names of each app's settings. */
export type AppSettings = Readonly<Record<AppName, ReadonlySet<string>>>;

/** Read from the apps, so that a new setting is stated once. */
export async function loadAppSettings(): Promise<AppSettings> {
  const entries = apps.map(async (name) => {
    const file = pathToFileURL(path.join(projectFolder, 'apps', name, 'src/config.ts'));
    const { settings } = (await import(file.href)) as { settings: { properties: object } };
    return [name, new Set(Object.keys(settings.properties))] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as unknown as AppSettings;
}

/** What is the same for all starts from a data folder, whose folders it makes. */
export async function prepareSurroundings(
  o: Pick<AppSurroundings, 'dataDir' | 'port' | 'consolePort' | 'allowDownload'>,
): Promise<Omit<AppSurroundings, 'natsUrl' | 'databaseUrls'>> {
  const { cursorSecret, invitationSecret } = readSecrets(o.dataDir);
  const workDir = path.join(o.dataDir, 'work');
  rmSync(workDir, { recursive: true, force: true });
  mkdirSync(workDir);
  const audioDir = path.join(o.dataDir, 'audio');
  mkdirSync(audioDir, { recursive: true });
  return {
    ...o,
    ...{ cursorSecret, invitationSecret, workDir, audioDir },
    settings: await loadAppSettings(),
    mailDir: mailFolder(o.dataDir),
    erasureList: path.join(o.dataDir, 'erased.jsonl'),
    compileCache: path.join(o.dataDir, 'compile-cache'),
  };
}

/** What any program may need of its surroundings: programs, certificates, proxies, folders, language and zone. */
const OF_THE_SYSTEM =
  /^(PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|NODE_(?!CHANNEL)\w+|SSL_CERT_\w+|(https?|no)_proxy|OTEL_\w+|MALLOC_\w+)$/i;

export interface AppSurroundings {
  readonly settings: AppSettings;
  readonly natsUrl: string;
  readonly databaseUrls: Readonly<Record<string, string>>;
  readonly port: number;
  readonly consolePort: number;
  readonly workDir: string;
  /** Where e-mails are written when there is no mail server; null when there is one. */
  readonly mailDir: string | null;
  /** Where the ids of what was erased are listed, unless the environment names a file. */
  readonly erasureList: string;
  /** Used unless the environment names a compile cache. */
  readonly compileCache: string;
  readonly cursorSecret: string;
  readonly invitationSecret: string;
  readonly allowDownload: readonly string[];
  /** Where audio is kept for listening, unless the environment names a store. */
  readonly audioDir: string;
  /** On the disk that must not become full. */
  readonly dataDir: string;
}

export function consoleUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** Where e-mails are written when no mail server is set: MAIL_DIR, or a folder in the data folder. */
export function mailFolder(dataDir: string): string | null {
  const { SMTP_URL, MAIL_DIR } = process.env;
  return SMTP_URL ? null : MAIL_DIR || path.join(dataDir, 'mail');
}

/**
 * V8 lets its young generation grow to 134 MB under load, and does not give it back; glibc keeps what large batches were
 * read into. docs/performance.md has what each of these gives.
 */
const APP_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
/**
 * What the worker downloads passes through buffers outside V8's heap, which V8 frees with its young generation: a small
 * one frees them soon. glibc then gives blocks of that size back to the system, where it would keep them otherwise.
 */
const WORKER_MEMORY = {
  NODE_OPTIONS: '--max-semi-space-size=1',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_TOP_PAD_: '0',
};

/**
 * The environment of an app: of the operator's, what it has a setting for (a lease, the key of a language model); and
 * what one app must not share with another is set here.
 */
export function appEnvironment(name: AppName, s: AppSurroundings): Record<string, string> {
  const {
    ALLOW_DOWNLOAD_FROM = '',
    CURSOR_SECRETS = s.cursorSecret,
    INVITATION_SECRETS,
    ...operators
  } = process.env;
  const memory = name === 'transcription' ? WORKER_MEMORY : APP_MEMORY;
  const env: Record<string, string | undefined> = {
    ...memory,
    ...operators,
    NODE_OPTIONS: [memory.NODE_OPTIONS, operators.NODE_OPTIONS].filter(Boolean).join(' '),
    NATS_URL: s.natsUrl,
    DATABASE_URL: s.databaseUrls[name],
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: '0',
    // Stripped and compiled once: the next start is faster, and an idle app needs 25 MB less without the stripper.
    NODE_COMPILE_CACHE: operators.NODE_COMPILE_CACHE || s.compileCache,
  };
  if (name === 'gateway') {
    Object.assign(env, { HOST: '127.0.0.1', PORT: String(s.port), CURSOR_SECRETS });
    env.RATE_LIMIT_PER_MINUTE ||= OWN_RATE_LIMIT;
  }
  if (name === 'ingest') {
    env.DATABASE_FOLDER ||= s.dataDir;
    env.AUDIO_DAYS ||= OWN_AUDIO_DAYS;
  }
  if (['ingest', 'transcription', 'console'].includes(name)) env.AUDIO_URL ||= pathToFileURL(s.audioDir).href;
  // Links in e-mails and in the API lead to the console, unless it is reached by another address.
  if (['console', 'directory', 'coaching'].includes(name)) env.WEB_APP_URL ||= consoleUrl(s.consolePort);
  if (name === 'console') {
    Object.assign(env, { HOST: '127.0.0.1', PORT: String(s.consolePort) });
    env.PUBLIC_API_URL ||= `http://127.0.0.1:${s.port}/api/v1`;
  }
  if (name === 'directory') {
    env.INVITATION_SECRETS = INVITATION_SECRETS || s.invitationSecret;
    if (s.mailDir !== null) env.MAIL_DIR = s.mailDir;
    env.ERASURE_LIST = operators.ERASURE_LIST || s.erasureList;
  }
  if (name === 'transcription') {
    // Where `debrief models` puts them, also when XDG_DATA_HOME says where that is.
    const MODELS_DIR = modelsFolder(process.env);
    Object.assign(env, { WORK_DIR: s.workDir, MODELS_DIR });
  }
  if (name === 'gateway' || name === 'transcription') {
    env.ALLOW_DOWNLOAD_FROM = [ALLOW_DOWNLOAD_FROM, ...LOOPBACK, ...s.allowDownload]
      .filter(Boolean)
      .join(',');
  }
  const isPassed = ([key, value]: [string, string | undefined]): boolean =>
    value !== undefined && (s.settings[name].has(key.replace(/_FILE$/, '')) || OF_THE_SYSTEM.test(key));
  return Object.fromEntries(Object.entries(env).filter(isPassed)) as Record<string, string>;
}
