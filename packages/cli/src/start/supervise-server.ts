import { setTimeout as sleep } from 'node:timers/promises';
import { createBackOff } from './back-off.ts';

/** Postgres or NATS, as `@debrief/local` starts them. */
export interface Server {
  readonly url: string;
  readonly pid: number | null;
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface KeptServer {
  readonly url: string;
  /** Null for a server that somebody else runs. */
  pid(): number | null;
  stop(): Promise<void>;
}

/** Starts a server, and starts it again at the same URL whenever it ends by itself. */
export async function keepServer(
  title: string,
  start: (port?: number) => Promise<Server>,
  o: { say: (line: string) => void; onChange: () => void },
): Promise<KeptServer> {
  let server = await start();
  let startedAt = performance.now();
  const stopping = new AbortController();
  const backOff = createBackOff();

  async function keep(): Promise<void> {
    for (;;) {
      const reason = await server.exited;
      if (stopping.signal.aborted) return;
      o.say(`${title} ended (${reason}); starting it again`);
      await startAgain();
      if (stopping.signal.aborted) return server.stop();
    }
  }

  async function startAgain(): Promise<void> {
    while (await pause(backOff.ended(performance.now() - startedAt).delayMs, stopping.signal)) {
      startedAt = performance.now();
      try {
        server = await start(Number(new URL(server.url).port));
        o.onChange();
        return;
      } catch (error) {
        o.say(`${title} could not be started again: ${(error as Error).message}`);
      }
    }
  }

  const kept = keep();
  return {
    url: server.url,
    pid: () => server.pid,
    async stop() {
      stopping.abort();
      await server.stop();
      // A server of others never ends; one of ours that was on its way up is stopped by the loop itself.
      if (server.pid !== null) await kept;
    },
  };
}

/** False when it ended early because of the signal. */
function pause(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(delayMs, true, { signal }).catch(() => false);
}
