import { statSync } from 'node:fs';
import path from 'node:path';
import type { ServerProcess } from './server-process.ts';

const CHECK_MS = 500;

/**
 * Ends a nats-server whose store was deleted or replaced under it. It would go on with files that are gone, answer its
 * health check and refuse every message; started again, it begins an empty store, which its clients fill anew.
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
      log("NATS's store was deleted under it");
      server.kill('SIGKILL');
    }
    known = seen;
  }, CHECK_MS);
  timer.unref();
}

/** Tells a folder from one made anew in its place; null when there is none. */
function identityOf(folder: string): string | null {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.ino}:${stats.birthtimeMs}`;
}
