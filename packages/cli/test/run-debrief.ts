import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { projectFolder } from '../src/start/apps.ts';
import type { Ended, Order } from './command-runner.ts';

const entry = path.join(projectFolder, 'packages/cli/src/main.ts');
const compileCache = path.join(projectFolder, '.toolchain/compile-cache');

export type Debrief = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts `debrief`, in a folder without a Debrief. */
export function startDebrief(...args: string[]): Debrief {
  return startDebriefWith({}, ...args);
}

/** The same with settings in its environment. */
export function startDebriefWith(settings: NodeJS.ProcessEnv, ...args: string[]): Debrief {
  const { INIT_CWD: _, ...inherited } = process.env;
  const env = { NODE_COMPILE_CACHE: compileCache, ...inherited, ...settings };
  return spawn(process.execPath, [entry, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Runs `debrief` with this standard input, as a process of its own, to its end. */
export function runProcess(args: string[], input = '') {
  return endOf(startDebrief(...args), input);
}

let runner: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs `debrief`, with settings in its environment, to its end, in a process that runs one command after the other. */
export function runDebrief(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = last.then(() => order({ args, env }));
  last = ended.catch(() => {});
  return ended;
}

async function order(command: Order): Promise<Ended> {
  runner ??= startRunner();
  const { channel } = runner;
  const done = new AbortController();
  const { signal } = done;
  channel?.ref();
  runner.send(command);
  try {
    return await Promise.race([
      once(runner, 'message', { signal }).then(([ended]) => ended as Ended),
      once(runner, 'exit', { signal }).then(([status]) => {
        runner = undefined;
        throw new Error(`debrief ${command.args.join(' ')} ended its process with status ${status}`);
      }),
    ]);
  } finally {
    done.abort();
    channel?.unref();
  }
}

/** It ends with this process. */
function startRunner(): ChildProcess {
  const { INIT_CWD: _, ...inherited } = process.env;
  const env = { NODE_COMPILE_CACHE: compileCache, ...inherited };
  const child = fork(path.join(import.meta.dirname, 'command-runner.ts'), { env, execArgv: [] });
  child.unref();
  return child;
}

/** What a process prints, and how it ends. */
export async function endOf(child: Debrief, input = '') {
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status: status as number | null, stdout, stderr };
}
