import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { findProcess } from '../src/process-table.ts';

const program = fileURLToPath(new URL('./start-servers.ts', import.meta.url));

/** Runs a starter beside this process, and returns what it reported. */
export async function startBeside(
  t: Test,
  what: 'postgres' | 'nats',
  dataDir: string,
): Promise<{ starter: ChildProcess; url: string; pid: number; error?: string }> {
  const starter = spawn(process.execPath, [program, what, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let line = '';
  for await (const chunk of starter.stdout) {
    line += chunk;
    if (line.includes('\n')) break;
  }
  const report = JSON.parse(line);
  t.teardown(async () => {
    await killStarter(starter);
    // Its watchdog stops the server, which writes into the folder until then.
    await untilGone(() => findProcess(report.pid) !== null);
  });
  return { starter, ...report };
}

/** Ends a starter without a chance to clean up. */
export async function killStarter(starter: ChildProcess): Promise<void> {
  starter.kill('SIGKILL');
  if (starter.exitCode === null && starter.signalCode === null) await once(starter, 'exit');
}

export async function untilGone(isThere: () => boolean | Promise<boolean>): Promise<void> {
  while (await isThere()) await sleep(20);
}

export function temporaryDataDir(t: Test): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-local-'));
  chmodSync(folder, 0o711);
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
