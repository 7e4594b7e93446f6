import { statSync } from 'node:fs';
import path from 'node:path';
import type { ServerProcess } from './server-process.ts';

const CHECK_MS = 500;

/**
 * Ends a nats-server whose store was deleted or replaced under it. It would go on with files that are gone, answer its
 * health check and refuse every message; started again, it creates an empty store, which its clients fill again.
 */
export function watchStore(storeDir: string, server: ServerProcess, log: (line: string) => void): void {
  const streams = path.join(storeDir, 'jetstream', '$G', 'streams');
  let known: string | null = null;
  const timer = setInterval(() => {
    if (server.hasExited()) {
      clearInterval(timer);
      return;
    }
    const seen = identityOf(streams);
    if (known !== null && seen !== known) {
      clearInterval(timer);
      log('The NATS store was deleted; restarting NATS');
      server.kill('SIGKILL');
    }
    known = seen;
  }, CHECK_MS);
  timer.unref();
}

/** Changes when the folder is replaced by another one; null when there is none. */
function identityOf(folder: string): string | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.ino}:${stats.birthtimeMs}`;
}
