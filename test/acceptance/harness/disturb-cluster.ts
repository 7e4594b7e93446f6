import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Process {
  name: string;
  /** Null while it is away. */
  pid: number | null;
  /** Of a Postgres. */
  role?: 'primary' | 'replica' | 'away';
}

const BACK_WITHIN_MS = 180_000;
/** A server that is back catches up before the next one goes: with two of three away nothing can be stored. */
const CATCH_UP_MS = 4_000;

/**
 * Breaks a cluster while clients use it, as `npm run cluster` mends it: kills one NATS server after the other, replaces
 * each process of each app, and kills the primary Postgres, which its replica follows; then again, until it is stopped.
 * @returns how often it got through all of that. @throws when something does not come back.
 */
export async function disturbCluster(dataDir: string, stop: AbortSignal): Promise<number> {
  const read = () =>
    JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as Record<
      'servers' | 'processes',
      Process[]
    >;
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stop }).catch(() => {});

  async function end({ name, pid, role }: Process, signal: NodeJS.Signals): Promise<void> {
    if (pid === null) throw new Error(`${name} is away`);
    process.kill(pid, signal);
    const giveUpAtMs = Date.now() + BACK_WITHIN_MS;
    const isBack = () => {
      const now = [...read().servers, ...read().processes].find((one) => one.name === name);
      return now?.pid != null && now.pid !== pid && (role === undefined || now.role === 'replica');
    };
    // Also when it is stopped meanwhile: what it broke is whole again when it returns.
    while (!isBack()) {
      if (Date.now() > giveUpAtMs) throw new Error(`${name} did not come back in ${BACK_WITHIN_MS / 1000} s`);
      await sleep(100);
    }
  }

  for (let rounds = 0; ; rounds += 1) {
    for (const server of read().servers.filter(({ name }) => name.startsWith('nats-'))) {
      if (stop.aborted) return rounds;
      await end(server, 'SIGKILL');
      await pause(CATCH_UP_MS);
    }
    for (const app of read().processes) {
      if (stop.aborted) return rounds;
      await end(app, 'SIGTERM');
    }
    const primary = read().servers.find(({ role }) => role === 'primary');
    if (stop.aborted || primary === undefined) return rounds;
    await end(primary, 'SIGKILL');
    await pause(CATCH_UP_MS);
  }
}
