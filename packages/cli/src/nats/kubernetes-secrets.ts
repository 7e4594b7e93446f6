import { type NatsUser, natsUsers } from '@debrief/contracts/nats-users';

/** A Secret with the server's users, and one for each user with its NATS_URL. */
export function kubernetesSecrets(authorization: string, urlOf: (user: NatsUser) => string): string {
  return [
    secret('debrief-nats-users', 'nats-users.conf', `|\n${indented(authorization)}`),
    ...natsUsers.map((user) => secret(`debrief-nats-${user}`, 'NATS_URL', JSON.stringify(urlOf(user)))),
  ].join('---\n');
}

function secret(name: string, key: string, value: string): string {
  return `apiVersion: v1
kind: Secret
metadata:
  name: ${name}
  labels: { app.kubernetes.io/part-of: debrief }
type: Opaque
stringData:
  ${key}: ${value.trimEnd()}
`;
}

function indented(text: string): string {
  return text.trimEnd().replace(/^/gm, '    ');
}
