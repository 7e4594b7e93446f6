import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

const program = fileURLToPath(new URL('./start-servers.ts', import.meta.url));

/** Runs a starter beside this process, and answers what it told. */
export async function startBeside(
  t: Test,
  what: 'postgres' | 'nats',
  dataDir: string,
): Promise<{ starter: ChildProcess; url: string; pid: number; error?: string }> {
  const starter = spawn(process.execPath, [program, what, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => starter.kill('SIGKILL'));
  let line = '';
  for await (const chunk of starter.stdout) {
    line += chunk;
    if (line.includes('\n')) break;
  }
  return { starter, ...JSON.parse(line) };
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
  t.teardown(async () => {
    // A server that its watchdog is stopping may still be writing.
    for (let tries = 0; tries < 100; tries++) {
      try {
        return rmSync(folder, { recursive: true, force: true });
      } catch {
        await sleep(50);
      }
    }
  });
  return folder;
}
