import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { goOnAlone, type PairServer, startPairServer, waitForReplica } from '@debrief/local/postgres-pair';
import { writeAtomically } from '../start/write-atomically.ts';

export interface PairState {
  readonly name: string;
  readonly port: number;
  readonly pid: number | null;
  readonly role: 'primary' | 'replica' | 'away';
}

export interface SupervisedPair {
  /** Of a superuser, at the primary itself. */
  primaryUrl(): string;
  servers(): PairState[];
  stop(): Promise<void>;
}

const names = ['postgres-1', 'postgres-2'] as const;
type Name = (typeof names)[number];
const RETRY_MS = 1_000;

/**
 * Keeps a Postgres and its replica going. A primary that ends is followed by its replica if that has all that was
 * acknowledged, and comes back as a replica of it. A replica that ends lets the primary go on alone.
 */
export async function supervisePair(o: {
  dataDir: string;
  durable: boolean;
  /** How long one that has ended stays away. */
  awayMs: number;
  say: (line: string) => void;
  onChange: () => void;
}): Promise<SupervisedPair> {
  const { say, onChange } = o;
  // Whoever is primary is written down before it is promoted: after a crash of this process the other one has less.
  const file = path.join(o.dataDir, 'primary');
  const stopping = new AbortController();
  const running = new Map<Name, PairServer>();
  const ports = new Map<Name, number>();
  let primary: Name =
    existsSync(file) && readFileSync(file, 'utf8').trim() === names[1] ? names[1] : names[0];
  /** Whether the replica has everything that was acknowledged. */
  let hasAll = false;

  const otherOf = (name: Name): Name => (name === names[0] ? names[1] : names[0]);
  const pause = (milliseconds: number) =>
    sleep(milliseconds, true, { signal: stopping.signal }).catch(() => false);

  async function start(name: Name): Promise<void> {
    const copied = name === primary ? null : running.get(primary);
    if (copied === undefined) throw new Error(`there is no primary for ${name}`);
    const port = ports.get(name);
    const { dataDir, durable } = o;
    const server = await startPairServer({
      ...{ dataDir, durable, name, log: say, primary: copied },
      ...(port === undefined ? {} : { port }),
    });
    ports.set(name, server.port);
    running.set(name, server);
    void server.exited.then((reason) => ended(name, reason));
    onChange();
    const [first, replica] = copied === null ? [server, running.get(otherOf(name))] : [copied, server];
    if (replica === undefined) return;
    await catchUp(first, replica);
  }

  /** As long as both run: a replica that is far behind takes longer than one wait. */
  async function catchUp(first: PairServer, replica: PairServer): Promise<void> {
    const bothRun = () =>
      running.get(first.name as Name) === first && running.get(replica.name as Name) === replica;
    for (;;) {
      try {
        await waitForReplica(first.url, replica.name);
        hasAll = bothRun();
        return;
      } catch (error) {
        if (stopping.signal.aborted || !bothRun()) throw error;
        say(`${replica.name} is not up to date yet, waiting on: ${(error as Error).message}`);
        await pause(RETRY_MS);
      }
    }
  }

  async function ended(name: Name, reason: string): Promise<void> {
    running.delete(name);
    if (stopping.signal.aborted) return;
    onChange();
    const other = running.get(otherOf(name));
    if (name === primary && other !== undefined && hasAll) await follow(other, name, reason);
    else say(`${name} ended (${reason}); it comes back in ${o.awayMs / 1000} s`);
    if (name !== primary && other !== undefined) {
      hasAll = false;
      // What waits for the replica is acknowledged from here on, and so nothing may follow the primary any more.
      await goOnAlone(other.url).catch((error: Error) =>
        say(`the primary cannot go on alone: ${error.message}`),
      );
    }
    await comeBack(name);
  }

  async function follow(replica: PairServer, name: Name, reason: string): Promise<void> {
    hasAll = false;
    primary = replica.name as Name;
    writeAtomically(file, `${primary}\n`);
    const startedAt = performance.now();
    await replica.promote();
    say(
      `${name} ended (${reason}); ${primary} is the primary since ${Math.round(performance.now() - startedAt)} ms`,
    );
    onChange();
  }

  async function comeBack(name: Name): Promise<void> {
    let waitMs = o.awayMs;
    while (await pause(waitMs)) {
      waitMs = RETRY_MS;
      try {
        await start(name);
        say(`${name} is back as the ${name === primary ? 'primary' : 'replica'}`);
        return;
      } catch (error) {
        if (running.has(name)) return;
        say(`${name} could not be started, trying again: ${(error as Error).message}`);
      }
    }
  }

  await start(primary);
  await start(otherOf(primary));
  return {
    primaryUrl: () => running.get(primary)?.url ?? '',
    servers: () =>
      names.map((name) => {
        const server = running.get(name);
        const role = server === undefined ? 'away' : name === primary ? 'primary' : 'replica';
        return { name, port: ports.get(name) ?? 0, pid: server?.pid ?? null, role };
      }),
    async stop() {
      stopping.abort();
      // The replica last: commits of the primary's last moment wait for it.
      await running.get(primary)?.stop();
      await running.get(otherOf(primary))?.stop();
    },
  };
}
