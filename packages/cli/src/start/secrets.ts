import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeAtomically } from './write-atomically.ts';

export interface Secrets {
  /** Signs the cursors of lists. */
  readonly cursorSecret: string;
  /** Signs the links of invitations. */
  readonly invitationSecret: string;
  /** Password of a service's own Postgres role. */
  rolePassword(service: string): string;
  /** Password of a user of NATS. */
  natsPassword(user: string): string;
}

/** Secrets of this data folder: created once, in a file that only its owner can read. */
export function readSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const known = readFile(file);
  const secrets = Object.fromEntries(
    names.map((name) => [name, known[name] ?? randomBytes(32).toString('base64url')]),
  ) as Record<SecretName, string>;
  if (names.some((name) => known[name] === undefined))
    writeAtomically(file, `${JSON.stringify({ ...known, ...secrets }, null, 2)}\n`);
  else chmodSync(file, 0o600);
  const derive = (secret: string) => (name: string) =>
    createHmac('sha256', secret).update(name).digest('base64url');
  return {
    cursorSecret: secrets.cursor_secret,
    invitationSecret: secrets.invitation_secret,
    rolePassword: derive(secrets.database_secret),
    natsPassword: derive(secrets.nats_secret),
  };
}

const names = ['cursor_secret', 'invitation_secret', 'database_secret', 'nats_secret'] as const;
type SecretName = (typeof names)[number];

/** Those that are there: another version may have known fewer. */
function readFile(file: string): Partial<Record<SecretName, string>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    const secrets = JSON.parse(text) as Record<string, unknown>;
    if (Object.values(secrets).every((secret) => typeof secret === 'string' && secret !== ''))
      return secrets as Partial<Record<SecretName, string>>;
  } catch {
    // Said below, without the text.
  }
  throw new Error(`${file} is damaged. Remove it to have new secrets created; old cursors end with it.`);
}
