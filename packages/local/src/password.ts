import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function passwordFile(folder: string): string {
  return path.join(folder, 'password');
}

/** The password of a folder's Postgres, made up on the first start and readable by its owner only. */
export function readPassword(folder: string): string {
  const file = passwordFile(folder);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
