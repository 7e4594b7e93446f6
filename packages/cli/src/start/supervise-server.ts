import { setTimeout as sleep } from 'node:timers/promises';
import { createBackOff } from './back-off.ts';

/** Postgres or NATS, as `@debrief/local` starts them. */
export interface Server {
  readonly url: string;
  readonly pid: number | null;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisedServer {
  readonly url: string;
  /** Null for a server that is not ours. */
  pid(): number | null;
  stop(): Promise<void>;
}

/** Starts a server, and restarts it at the same URL whenever it ends by itself. */
export async function superviseServer(
  title: string,
  start: (port?: number) => Promise<Server>,
  o: {
    say: (line: string) => void;
    onChange: () => void;
    /** How long it stays away; as short as it may by default. */
    awayMs?: number;
  },
): Promise<SupervisedServer> {
  let server = await start();
  let startedAt = performance.now();
  const stopping = new AbortController();
  const backOff = createBackOff();

  async function supervise(): Promise<void> {
    for (;;) {
      const reason = await server.exited;
      if (stopping.signal.aborted) return;
      const { awayMs = 0 } = o;
      o.say(
        awayMs === 0
          ? `${title} ended (${reason}); restarting it`
          : `${title} ended (${reason}); it comes back in ${awayMs / 1000} s`,
      );
      if (awayMs > 0) await pause(awayMs, stopping.signal);
      await restart();
      if (stopping.signal.aborted) return server.stop();
    }
  }

  async function restart(): Promise<void> {
    while (await pause(backOff.ended(performance.now() - startedAt).delayMs, stopping.signal)) {
      startedAt = performance.now();
      try {
        server = await start(Number(new URL(server.url).port));
        o.onChange();
        return;
      } catch (error) {
        o.say(`${title} could not be restarted, trying again: ${(error as Error).message}`);
      }
    }
  }

  const supervised = supervise();
  return {
    url: server.url,
    pid: () => server.pid,
    async stop() {
      stopping.abort();
      await server.stop();
      // A server that is not ours never ends; one of ours that is being restarted is stopped by the loop itself.
      if (server.pid !== null) await supervised;
    },
  };
}

/** False when the signal ended it early. */
function pause(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(delayMs, true, { signal }).catch(() => false);
}
