import { hashApiKey, isWellFormedApiKey } from '@debrief/contracts/api-key';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import { DebriefError, READ_ONLY_KEY, UNAUTHENTICATED } from '@debrief/contracts/errors';
import type { IntegrationProfile } from '@debrief/contracts/resources/access';
import type { Gateway } from '../http/gateway.ts';
import { credentialsOf } from './credentials.ts';
import type { VerifiedKeys } from './verified-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The scope of the verified key; what every operation is asked with. */
    caller: IntegrationCaller;
    keyId: string;
    integration: IntegrationProfile;
  }
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** 401 for anything but a good key, then 403 for a read-only key on a writing method, before anything else is read. */
export function authenticate(gateway: Gateway, keys: VerifiedKeys, noteUse: (keyId: string) => void): void {
  gateway.addHook('onRequest', async (request) => {
    const credentials = credentialsOf(request.headers);
    // The checksum refuses a mistyped key without a look-up.
    if (credentials === null || !isWellFormedApiKey(credentials)) throw new DebriefError(UNAUTHENTICATED);
    const key = await keys.find(hashApiKey(credentials));
    if (key === null) throw new DebriefError(UNAUTHENTICATED);
    noteUse(key.key_id);
    request.keyId = key.key_id;
    request.caller = {
      access: key.access,
      organization_id: key.organization_id,
      integration_id: key.integration_id,
      request_id: request.id,
    };
    request.integration = key.integration;
    if (key.access === 'read-only' && !READING_METHODS.has(request.method))
      throw new DebriefError(READ_ONLY_KEY);
  });
}
