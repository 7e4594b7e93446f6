import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The folder in which the worker keeps what it works on, as a disk of its own that can be filled. */
export interface WorkDisk {
  /** Puts a small disk in place of the folder, for the worker alone. */
  mount(mebibytes: number): Promise<void>;
  /** Takes all room that is left. */
  fill(): void;
  free(): void;
  /** What lies there of recordings; null while there is no worker through whose eyes to look. */
  leftovers(): string[] | null;
}

const FILLER = 'filler';

export function createWorkDisk(folder: string, worker: () => number): WorkDisk {
  // As the worker sees it, from outside of its mount namespace.
  const seen = (name = '') => path.join(`/proc/${worker()}/root`, folder, name);
  let isMounted = false;
  return {
    async mount(mebibytes) {
      if (isMounted) return;
      isMounted = true;
      const enter = [
        '-t',
        String(worker()),
        '-m',
        ...(process.getuid?.() === 0 ? [] : ['-U', '--preserve-credentials']),
      ];
      const disk = ['mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder];
      await promisify(execFile)('nsenter', [...enter, '--', ...disk]);
    },
    fill() {
      const chunk = Buffer.alloc(64 * 1024);
      for (let full = false; !full; ) {
        try {
          writeFileSync(seen(FILLER), chunk, { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          full = true;
        }
      }
    },
    free: () => rmSync(seen(FILLER), { force: true }),
    leftovers() {
      try {
        return readdirSync(seen()).filter((name) => name !== FILLER);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        return null;
      }
    },
  };
}
