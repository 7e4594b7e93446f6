import { join, resolve } from 'node:path';

/** Where `npm start` writes what runs and where, for the operator's commands. */
export function stackFile(dataDir: string): string {
  return join(resolve(dataDir), 'stack.json');
}
