import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statfsSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Cleanup } from './cleanup.ts';

/** The folder of a server as a disk of its own, which can be filled. */
export interface SmallDisk {
  /** Moves what lies there to a disk of its own, once; the server is down. */
  mount(): Promise<void>;
  /** Leaves room for so many bytes, none by default. */
  fill(leftBytes?: number): Promise<void>;
  free(): Promise<void>;
}

const run = promisify(execFile);
const SIZE = '4g';
const TRIES = 20;

/** Needs the mount namespace that `npm run faults` makes for itself as root. */
export function createSmallDisk(cleanup: Cleanup, folder: string): SmallDisk {
  let isMounted = false;
  return {
    async mount() {
      if (isMounted) return;
      const aside = `${folder}.aside`;
      if (existsSync(folder)) renameSync(folder, aside);
      else mkdirSync(aside, { mode: 0o700 });
      const { uid, gid } = statSync(aside);
      mkdirSync(folder);
      await run('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${SIZE},mode=700,uid=${uid},gid=${gid}`,
        'tmpfs',
        folder,
      ]);
      isMounted = true;
      // Before the server is stopped, whose folder could not be removed otherwise.
      cleanup.teardown(() => run('umount', ['--lazy', folder]));
      await run('cp', ['-a', `${aside}/.`, folder]);
      await run('rm', ['-r', aside]);
    },
    async fill(leftBytes = 0) {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        try {
          await run('mount', ['-o', `remount,size=${(blocks - bfree) * bsize + leftBytes}`, folder]);
          return;
        } catch (error) {
          // More was written since, and a disk cannot be smaller than what is on it.
          if (tries === TRIES) throw error;
        }
      }
    },
    async free() {
      await run('mount', ['-o', `remount,size=${SIZE}`, folder]);
    },
  };
}
