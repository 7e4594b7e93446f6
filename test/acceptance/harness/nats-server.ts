import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { awaitPort, freePort } from '@debrief/local/free-port';
import type { Test } from 'tap';

/** A NATS server of the test's own, which it may kill, rob of its store, and start again on the same port. */
export interface NatsServer {
  url: string;
  kill(): Promise<void>;
  wipe(): Promise<void>;
  start(): Promise<void>;
}

export async function startNatsServer(t: Test): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'debrief-nats-'));
  const store = join(folder, 'store');
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    start: async () => {
      const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
      child = spawn('nats-server', ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port)], {
        env,
        stdio: 'ignore',
      });
      await awaitPort(port, true);
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    wipe: () => rm(store, { recursive: true, force: true }),
  };
  t.teardown(async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  await server.start();
  return server;
}
