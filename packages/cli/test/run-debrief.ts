import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { projectFolder } from '../src/start/apps.ts';

const entry = path.join(projectFolder, 'packages/cli/src/main.ts');

export type Debrief = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts `debrief`, in a folder without a Debrief. */
export function startDebrief(...args: string[]): Debrief {
  return startDebriefWith({}, ...args);
}

/** The same with settings in its environment. */
export function startDebriefWith(settings: NodeJS.ProcessEnv, ...args: string[]): Debrief {
  const { INIT_CWD: _, ...inherited } = process.env;
  const NODE_COMPILE_CACHE = path.join(projectFolder, '.toolchain/compile-cache');
  const env = { NODE_COMPILE_CACHE, ...inherited, ...settings };
  return spawn(process.execPath, [entry, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Runs `debrief` with this standard input to its end. */
export function runDebrief(args: string[], input = '') {
  return endOf(startDebrief(...args), input);
}

/** What a command prints, and how it ends. */
export async function endOf(child: Debrief, input = '') {
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status: status as number | null, stdout, stderr };
}
