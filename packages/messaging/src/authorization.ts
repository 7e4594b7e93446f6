import { type NatsUser, natsUsers } from '@debrief/contracts/nats-users';
import { permissionsOf } from './permissions.ts';

/** The part of nats-server's configuration that names the users: nobody else gets in. */
export function natsAuthorization(passwordOf: (user: NatsUser) => string): string {
  const users = natsUsers.map((user) => describeUser(user, passwordOf(user)));
  // A machine under load may take longer than the two seconds that are the default.
  return `authorization {\n  timeout: 5\n  users: [\n${users.join('\n')}\n  ]\n}\n`;
}

/** The URL with the user's credentials, of each server where it names several. */
export function natsUrlOf(servers: string, user: NatsUser, password: string): string {
  return servers
    .split(',')
    .map((server) => {
      const url = new URL(server.includes('://') ? server.trim() : `nats://${server.trim()}`);
      return `${url.protocol}//${user}:${encodeURIComponent(password)}@${url.host}`;
    })
    .join(',');
}

function describeUser(user: NatsUser, password: string): string {
  const who = `user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}`;
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
