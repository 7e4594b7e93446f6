import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Test } from 'tap';

export interface Person {
  email: string;
  email_verified: boolean;
  name: string;
}

export interface OpenIdProvider {
  issuer: string;
  client: { id: string; secret: string };
  /** Who signs in there next, in a browser that it does not know; null: somebody who refuses. */
  signsIn(person: Person | null): void;
}

/** A provider of OpenID Connect on loopback, which asks nothing: whoever comes is who it was told. */
export async function openIdProvider(t: Test, returnTo: string): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'debrief', secret: 'a-secret-of-these-tests' };
  const people = new Map<string, Person>();
  let next: Person | null = null;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [returnTo] }],
    cookies: { keys: ['of these tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    // Its page that asks whether this console may know who somebody is.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: client.id,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    if (next !== null) people.set(next.email, next);
    const result = next === null ? { error: 'access_denied' } : { login: { accountId: next.email } };
    return provider.interactionFinished(request, response, result);
  });
  return {
    ...{ issuer, client },
    signsIn: (person) => {
      next = person;
    },
  };
}
