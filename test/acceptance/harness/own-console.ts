import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Debrief } from './debrief.ts';
import { root } from './launch-debrief.ts';

export interface OwnConsole {
  healthUrl: string;
  stop(): Promise<void>;
}

/** A console with settings of its own, beside the one of the Debrief that all files share. */
export async function startConsole(
  t: Test,
  debrief: Debrief,
  env: Record<string, string>,
): Promise<OwnConsole> {
  const { nats_url } = await debrief.stack();
  const { nats_secret } = JSON.parse(await readFile(join(debrief.dataDir, 'secrets.json'), 'utf8'));
  const nats = new URL(nats_url);
  nats.username = 'console';
  nats.password = createHmac('sha256', nats_secret).update('console').digest('base64url');
  const child = spawn(process.execPath, ['apps/console/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, NATS_URL: nats.href, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  t.teardown(stop);
  const ready = once(child, 'message').then(([message]) => message as { health_url: string });
  const { health_url } = await Promise.race([
    ready,
    ended.then(([code]) => Promise.reject(new Error(`the console ended with status ${code}`))),
  ]);
  return { healthUrl: health_url, stop };
}
