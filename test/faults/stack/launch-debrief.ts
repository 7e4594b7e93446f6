import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const START_TIMEOUT_MS = 300_000;
/** Thrice as many processes. */
const CLUSTER_START_TIMEOUT_MS = 270_000;
/** Only root may make a mount namespace without a user namespace around it. */
const namespace = process.getuid?.() === 0 ? '-m' : '-rm';

/** Why Debrief cannot be broken on this machine, or null. */
export function whyNot(): string | null {
  if (process.platform !== 'linux') return 'it needs Linux: processes are frozen, and disks mounted';
  const { status } = spawnSync('unshare', [namespace, 'true']);
  return status === 0 ? null : 'it needs the right to make a mount namespace: root, or user namespaces';
}

export interface LaunchedDebrief {
  /** Rejects with what it printed when it does not get ready. */
  readonly ready: Promise<void>;
  readonly pid: number;
  /** The next end of this app is the fault's doing. */
  expectExit(app: string): void;
  unexpectedExits(): string[];
  stop(): Promise<void>;
}

/**
 * Starts Debrief as its user would, in a mount namespace of its own: what is mounted there is seen by nobody else and
 * goes away with it.
 */
export function launchDebrief(o: {
  debrief: string;
  dataDir: string;
  env: Record<string, string>;
  mounts: readonly string[];
  /** `npm run cluster` in place of `npm start`. */
  isCluster?: boolean;
}): LaunchedDebrief {
  const script = ['set -e', ...o.mounts, 'exec "$@"'].join('\n');
  const common = ['--data-dir', o.dataDir, '--port', '0'];
  const start = o.isCluster
    ? ['packages/cli/src/cluster/main.ts', ...common]
    : ['packages/cli/src/start/main.ts', '--no-demo', '--no-models', ...common];
  const child = spawn('unshare', [namespace, 'sh', '-c', script, 'sh', process.execPath, ...start], {
    cwd: o.debrief,
    env: { ...process.env, ...o.env, PATH: `/usr/local/bin:${process.env.PATH}` },
    // Its own process group: Ctrl-C reaches the runner, which stops Debrief in order. The channel tells it when the
    // runner is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  let output = '';
  const expected: string[] = [];
  const ended: string[] = [];
  let isStopping = false;
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Debrief was not ready in time:\n${output}`)),
      o.isCluster ? CLUSTER_START_TIMEOUT_MS : START_TIMEOUT_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        for (const [, name = '', reason] of text.matchAll(
          /^(\S+) ended (?:\d+ times in a row )?\((.*?)\)/gm,
        )) {
          const at = expected.indexOf(name);
          if (at === -1) ended.push(`${name} (${reason})`);
          else expected.splice(at, 1);
        }
        if (!/^Debrief is ready at /m.test(output)) return;
        clearTimeout(timer);
        resolve();
      });
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if (!isStopping) ended.push(`npm start (${signal ?? `exit status ${code}`})`);
      reject(new Error(`Debrief ended with status ${code ?? signal}:\n${output}`));
    });
  });
  // It may fail before anybody waits for it.
  ready.catch(() => {});
  return {
    ready,
    pid: child.pid as number,
    expectExit: (app) => void expected.push(app),
    unexpectedExits: () => [...ended],
    async stop() {
      isStopping = true;
      await stop(child);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
