import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Erasure } from '@debrief/contracts/events/erasures';

export type ListedErasure = Omit<Erasure, 'words'>;

/** The list outside of the database: a JSON object a line, of ids alone. */
export interface ErasureFile {
  /** Resolves when it is on the disk. */
  append(erasure: ListedErasure): Promise<void>;
  read(): Promise<ListedErasure[]>;
}

export function erasureFile(file: string): ErasureFile {
  return {
    async append({ erasure_id, integration_id, kind, subject_id, with_recordings }) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Lines of several processes do not mix: each is one short write at the end.
      const handle = await open(file, 'a', 0o600);
      try {
        const line = { erasure_id, integration_id, kind, subject_id, with_recordings };
        await handle.write(`${JSON.stringify(line)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap(parsed);
    },
  };
}

/** Nothing for what a full disk cut off. */
function parsed(line: string): ListedErasure[] {
  try {
    return [JSON.parse(line) as ListedErasure];
  } catch {
    return [];
  }
}
