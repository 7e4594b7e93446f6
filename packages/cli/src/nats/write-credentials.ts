import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type NatsUser, natsUsers } from '@debrief/contracts/nats-users';
import { type NatsLogin, natsAuthorizationOf, natsUrlOf } from '@debrief/messaging/authorization';
import { CommandError } from '../command-error.ts';
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
 * so that a newer version's permissions come without new passwords. `rotate` gives each user a second login, and the files
 * have that: whoever has the first one works on until it is retired.
 */
export function writeCredentials(o: {
  folder: string;
  /** Where the users reach NATS. */
  server: string;
  change?: 'rotate' | 'retire' | null;
  kubernetes: boolean;
}): WrittenCredentials {
  const { change = null } = o;
  mkdirSync(o.folder, { recursive: true });
  chmodSync(o.folder, 0o700);
  const fileOf = (user: NatsUser) => path.join(o.folder, `nats-${user}.url`);
  const formerFileOf = (user: NatsUser) => `${fileOf(user)}.former`;
  if (change === 'rotate' && natsUsers.some((user) => existsSync(formerFileOf(user))))
    throw new CommandError(
      'The logins of the last rotation are still let in: restart the apps with the new files, then --retire',
    );
  const known = natsUsers.map((user) => readLogin(user, fileOf(user)) ?? newLogin(user, user));
  const former =
    change === 'retire'
      ? []
      : change === 'rotate'
        ? known
        : natsUsers.flatMap((user) => readLogin(user, formerFileOf(user)) ?? []);
  const logins =
    change === 'rotate' ? known.map(({ user, name }) => newLogin(user, otherName(user, name))) : known;
  const urlOf = ({ name, password }: NatsLogin) => natsUrlOf(o.server, name, password);
  const authorization = natsAuthorizationOf([...logins, ...former]);
  const server = path.join(o.folder, 'nats-users.conf');
  const kubernetes = o.kubernetes ? path.join(o.folder, 'nats-secrets.yaml') : null;
  // What is let in comes last to go and first to come: a server may read its file at any moment.
  writeAtomically(server, authorization);
  for (const login of former) writeAtomically(formerFileOf(login.user), `${urlOf(login)}\n`);
  for (const login of logins) writeAtomically(fileOf(login.user), `${urlOf(login)}\n`);
  if (change === 'retire') for (const user of natsUsers) rmSync(formerFileOf(user), { force: true });
  const loginOf = new Map(logins.map((login) => [login.user, login]));
  if (kubernetes !== null)
    writeAtomically(
      kubernetes,
      kubernetesSecrets(authorization, (user) => urlOf(loginOf.get(user) as NatsLogin)),
    );
  const users = Object.fromEntries(natsUsers.map((user) => [user, fileOf(user)]));
  return { server, users: users as Record<NatsUser, string>, kubernetes };
}

function newLogin(user: NatsUser, name: string): NatsLogin {
  return { user, name, password: randomBytes(32).toString('base64url') };
}

function otherName(user: NatsUser, name: string): string {
  return name === user ? `${user}-2` : user;
}

function readLogin(user: NatsUser, file: string): NatsLogin | null {
  if (!existsSync(file)) return null;
  const [, name, password] = /^\w+:\/\/([^:]+):([^@]+)@/.exec(readFileSync(file, 'utf8')) ?? [];
  return name === undefined || password === undefined
    ? null
    : { user, name, password: decodeURIComponent(password) };
}
