import { type NatsUser, natsUsers } from '@debrief/contracts/nats-users';
import { permissionsOf } from './permissions.ts';

/** By which a user gets in. A user has two while its password is changed. */
export interface NatsLogin {
  readonly user: NatsUser;
  readonly name: string;
  readonly password: string;
}

/** The part of nats-server's configuration that names the users: nobody else gets in. */
export function natsAuthorization(passwordOf: (user: NatsUser) => string): string {
  return natsAuthorizationOf(natsUsers.map((user) => ({ user, name: user, password: passwordOf(user) })));
}

/** The same, for logins of other names. */
export function natsAuthorizationOf(logins: readonly NatsLogin[]): string {
  // A machine under load may take longer than the two seconds that are the default.
  return `authorization {\n  timeout: 5\n  users: [\n${logins.map(describeLogin).join('\n')}\n  ]\n}\n`;
}

/** The URL with a login, of each server where it names several. */
export function natsUrlOf(servers: string, name: string, password: string): string {
  return servers
    .split(',')
    .map((server) => {
      const url = new URL(server.includes('://') ? server.trim() : `nats://${server.trim()}`);
      return `${url.protocol}//${name}:${encodeURIComponent(password)}@${url.host}`;
    })
    .join(',');
}

function describeLogin({ user, name, password }: NatsLogin): string {
  const who = `user: ${JSON.stringify(name)}, password: ${JSON.stringify(password)}`;
  const permissions = permissionsOf(user);
  if (permissions === null) return `    { ${who} }`;
  const lists = Object.entries(permissions).map(
    ([verb, subjects]) => `        ${verb}: { allow: [\n${indented(subjects)}\n        ] }`,
  );
  return `    { ${who}\n      permissions: {\n${lists.join('\n')}\n      }\n    }`;
}

function indented(subjects: readonly string[]): string {
  return subjects.map((subject) => `          ${JSON.stringify(subject)}`).join('\n');
}
