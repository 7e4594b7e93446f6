import { DebriefError, RATE_LIMITED } from '@debrief/contracts/errors';
import { addressGroup } from '@debrief/contracts/public-address';
import { MinuteCounter } from '@debrief/http-kit/minute-counter';
import type { FastifyRequest } from 'fastify';

/**
 * How much one client may ask of this gateway. With a key, the key is counted. Without a valid one it is the address,
 * and an address that has used up its share gets no further look-up; keys known to be valid still work from there,
 * because many clients may share it.
 */
export class Limits {
  readonly #ofKeys: MinuteCounter;
  readonly #ofAddresses: MinuteCounter;

  constructor(perMinute: { key: number; address: number }) {
    this.#ofKeys = new MinuteCounter(perMinute.key);
    this.#ofAddresses = new MinuteCounter(perMinute.address);
  }

  /** @throws RATE_LIMITED */
  countKey(keyId: string): void {
    if (!this.#ofKeys.count(keyId)) throw limited(this.#ofKeys);
  }

  /** A request that is answered without a valid key. @throws RATE_LIMITED */
  countStranger({ ip }: FastifyRequest): void {
    if (!this.#ofAddresses.count(addressGroup(ip))) throw limited(this.#ofAddresses);
  }

  /** @throws RATE_LIMITED when the address may not have another key looked up. */
  requireRoom({ ip }: FastifyRequest): void {
    if (this.#ofAddresses.isUsedUp(addressGroup(ip))) throw limited(this.#ofAddresses);
  }
}

function limited(counter: MinuteCounter): Error {
  return new DebriefError(RATE_LIMITED, { retry_after_seconds: counter.secondsLeft() });
}
