import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NatsUser, natsUsers } from '@debrief/contracts/nats-users';
import { natsAuthorization, natsUrlOf } from '@debrief/messaging/authorization';
import { writeAtomically } from '../start/write-atomically.ts';
import { kubernetesSecrets } from './kubernetes-secrets.ts';

export interface WrittenCredentials {
  /** Part of the server's configuration. */
  server: string;
  /** A file for each user with its URL, for NATS_URL_FILE. */
  users: Record<NatsUser, string>;
  kubernetes: string | null;
}

/**
 * Writes what NATS and each of its users need into a folder, for their owner only. Passwords that are there already stay,
 * so that a newer version's permissions come without new passwords, unless they are to be rotated.
 */
export function writeCredentials(o: {
  folder: string;
  /** Where the users reach NATS. */
  server: string;
  rotate: boolean;
  kubernetes: boolean;
}): WrittenCredentials {
  mkdirSync(o.folder, { recursive: true });
  chmodSync(o.folder, 0o700);
  const fileOf = (user: NatsUser) => path.join(o.folder, `nats-${user}.url`);
  const passwords = new Map(
    natsUsers.map((user) => [user, (o.rotate ? null : readPassword(fileOf(user))) ?? newPassword()]),
  );
  const passwordOf = (user: NatsUser) => passwords.get(user) ?? '';
  const urlOf = (user: NatsUser) => natsUrlOf(o.server, user, passwordOf(user));
  const authorization = natsAuthorization(passwordOf);
  const server = path.join(o.folder, 'nats-users.conf');
  const kubernetes = o.kubernetes ? path.join(o.folder, 'nats-secrets.yaml') : null;
  for (const user of natsUsers) writeAtomically(fileOf(user), `${urlOf(user)}\n`);
  writeAtomically(server, authorization);
  if (kubernetes !== null) writeAtomically(kubernetes, kubernetesSecrets(authorization, urlOf));
  const users = Object.fromEntries(natsUsers.map((user) => [user, fileOf(user)]));
  return { server, users: users as Record<NatsUser, string>, kubernetes };
}

function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

function readPassword(file: string): string | null {
  if (!existsSync(file)) return null;
  const password = /^\w+:\/\/[^:]+:([^@]+)@/.exec(readFileSync(file, 'utf8'))?.[1];
  return password === undefined ? null : decodeURIComponent(password);
}
