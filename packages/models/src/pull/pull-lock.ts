import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ModelError } from '../json-file.ts';

const SQLITE_BUSY = 5;

/**
 * One puller at a time for a folder of models. Node has no file locks but those of SQLite, which the system drops
 * with the process, however it ends: a file with a process id would stay behind after a kill.
 * @throws ModelError when another process holds it.
 */
export function takePullLock(modelsDir: string): Disposable {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path.join(modelsDir, '.lock'));
    // A journal in memory: a full disk has no room for a file, and somebody must be able to remove a model from it.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new PullUnderWay(modelsDir);
    throw new ModelError(`${modelsDir} cannot be written to: ${(error as Error).message}`, { cause: error });
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** Another process pulls into the same folder. */
export class PullUnderWay extends ModelError {
  constructor(modelsDir: string) {
    super(`Another process is pulling models into ${modelsDir}: wait until it is done, or stop it`);
  }
}
