import { DebriefError, RATE_LIMITED } from '@debrief/contracts/errors';
import rateLimit from '@fastify/rate-limit';
import type { Gateway } from './gateway.ts';

/** Keys counted at once; the least recently seen is dropped. */
const KEYS_MAX = 10_000;

/** Limits the requests of a key in each gateway. Runs after authentication, so that no client can use up another's share. */
export async function limitRate(api: Gateway, requestsPerMinute: number): Promise<void> {
  if (requestsPerMinute === 0) return;
  await api.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    cache: KEYS_MAX,
    keyGenerator: (request) => request.keyId,
    errorResponseBuilder: () => new DebriefError(RATE_LIMITED),
  });
}
