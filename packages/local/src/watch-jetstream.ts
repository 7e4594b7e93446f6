import { setTimeout as sleep } from 'node:timers/promises';
import { type AskOptions, askJetStream } from './ask-jetstream.ts';
import type { ServerProcess } from './server-process.ts';

const CHECK_MS = 5_000;
const FAILURES_MAX = 6;

/**
 * Ends a nats-server whose JetStream has not answered for half a minute. Since its disk was full it may stand still with
 * locks that it holds (2.9.10), or have ended JetStream: it takes connections and says that it is well, also when there
 * is room again, and only a start mends it.
 */
export async function watchJetStream(
  url: string,
  server: ServerProcess,
  o: Pick<AskOptions, 'credentials'> & { log: (line: string) => void; checkMs?: number },
): Promise<void> {
  const { credentials, log, checkMs = CHECK_MS } = o;
  const options = { timeoutMs: checkMs, ...(credentials && { credentials }) };
  for (let failures = 0; failures < FAILURES_MAX; ) {
    await sleep(checkMs, undefined, { ref: false });
    if (server.hasExited()) return;
    const isThere = await askJetStream(url, '$JS.API.INFO', options).then(
      ({ error }) => error === undefined,
      () => false,
    );
    failures = isThere ? 0 : failures + 1;
  }
  if (server.hasExited()) return;
  log('JetStream does not answer, as after a full disk; restarting NATS');
  server.kill('SIGKILL');
}
