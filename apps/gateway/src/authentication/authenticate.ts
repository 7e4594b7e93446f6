import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey, isWellFormedApiKey } from '@debrief/contracts/api-key';
import type { IntegrationCaller } from '@debrief/contracts/caller';
import { DebriefError, READ_ONLY_KEY, UNAUTHENTICATED } from '@debrief/contracts/errors';
import type { IntegrationProfile } from '@debrief/contracts/resources/access';
import type { FastifyRequest } from 'fastify';
import type { Gateway } from '../http/gateway.ts';
import type { Limits } from '../http/limits.ts';
import type { ApiKeyCache, VerifiedKey } from './api-key-cache.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The scope of the verified key; every operation carries it. */
    caller: IntegrationCaller;
    keyId: string;
    integration: IntegrationProfile;
  }
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * 401 for anything but a valid key, 429 for too many requests, then 403 for a read-only key on a writing method, before
 * anything else is read.
 */
export function authenticate(
  gateway: Gateway,
  keys: ApiKeyCache,
  limits: Limits,
  recordKeyUse: (keyId: string) => void,
): void {
  async function lookUp(request: FastifyRequest, sha256: string | null): Promise<VerifiedKey> {
    limits.requireRoom(request);
    const key = sha256 === null ? null : await keys.find(sha256);
    if (key !== null) return key;
    limits.countStranger(request);
    throw new DebriefError(UNAUTHENTICATED);
  }

  function admit(request: FastifyRequest, key: VerifiedKey): void {
    recordKeyUse(key.key_id);
    limits.countKey(key.key_id);
    const isWrite = !READING_METHODS.has(request.method);
    request.keyId = key.key_id;
    request.caller = {
      access: key.access,
      organization_id: key.organization_id,
      integration_id: key.integration_id,
      request_id: request.id,
      ...(request.traceparent !== undefined && { traceparent: request.traceparent }),
      // Only of writes: reads leave no trace in the audit trail.
      ...(isWrite && { actor: { kind: 'key', id: key.key_id, from: request.ip } }),
    };
    request.integration = key.integration;
    if (key.access === 'read-only' && isWrite) throw new DebriefError(READ_ONLY_KEY);
  }

  // Nearly every key is known, and then no promise is made.
  gateway.addHook('onRequest', (request, _reply, done) => {
    const credentials = credentialsOf(request.headers);
    // The checksum refuses a mistyped key without a look-up.
    const sha256 = credentials !== null && isWellFormedApiKey(credentials) ? hashApiKey(credentials) : null;
    const known = sha256 === null ? null : keys.peek(sha256);
    if (known === null)
      lookUp(request, sha256)
        .then((key) => admit(request, key))
        .then(() => done(), done);
    else {
      admit(request, known);
      done();
    }
  });
}

/**
 * The API key of a request: `x-api-key`, or `Authorization: Bearer`. Both may be there with the same value.
 * @returns null when there is none, when two differ, or when a header is malformed.
 */
export function credentialsOf(headers: IncomingHttpHeaders): string | null {
  const plain = headers['x-api-key'];
  const bearer = headers.authorization;
  if (bearer === undefined) return typeof plain === 'string' && plain !== '' ? plain : null;
  const match = /^Bearer +([^\s]+) *$/i.exec(bearer);
  if (match?.[1] === undefined) return null;
  return plain === undefined || plain === match[1] ? match[1] : null;
}
