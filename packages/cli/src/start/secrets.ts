import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from './write-atomically.ts';

export interface Secrets {
  /** Signs the cursors of lists. */
  readonly cursorSecret: string;
  /** Password of a service's own Postgres role. */
  rolePassword(service: string): string;
}

/** Secrets of this data folder: created once, in a file that only its owner can read. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const { cursor_secret, database_secret } = readFile(file) ?? createFile(file);
  return {
    cursorSecret: cursor_secret,
    rolePassword: (service) => createHmac('sha256', database_secret).update(service).digest('base64url'),
  };
}

interface SecretsFile {
  cursor_secret: string;
  database_secret: string;
}

function readFile(file: string): SecretsFile | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const secrets = JSON.parse(text) as Partial<SecretsFile>;
  if (typeof secrets.cursor_secret !== 'string' || typeof secrets.database_secret !== 'string') {
    throw new Error(`${file} is damaged. Remove it to have new secrets created; old cursors end with it.`);
  }
  return secrets as SecretsFile;
}

function createFile(file: string): SecretsFile {
  const secrets = {
    cursor_secret: randomBytes(32).toString('base64url'),
    database_secret: randomBytes(32).toString('base64url'),
  };
  writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}
