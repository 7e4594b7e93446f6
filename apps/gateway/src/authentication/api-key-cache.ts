import type { OutputOf } from '@debrief/contracts/define';
import type { verifyKey } from '@debrief/contracts/operations/directory-access';

export type VerifiedKey = NonNullable<OutputOf<typeof verifyKey>>;

interface Entry {
  key: VerifiedKey | null;
  /** Not by the clock of the day: set back by an hour, it would keep what a revocation did not reach for as long. */
  knownUntilMs: number;
}

/** A refused key is looked up again after this, so that a key made a moment ago works at once. */
const REFUSAL_TTL_MS = 500;
const ENTRIES_MAX = 10_000;

/**
 * Verified keys by the SHA-256 of their value. An entry lives for a short while and is dropped at once when directory
 * reports a revocation or a changed integration; simultaneous requests with an unknown key share one look-up.
 */
export class ApiKeyCache {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<VerifiedKey | null>>();
  readonly #verify: (sha256: string) => Promise<VerifiedKey | null>;
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #elapsedMs: () => number;
  /** Grows with every invalidation: a look-up that began before one may be out of date and is not cached. */
  #generation = 0;

  constructor(options: {
    verify: (sha256: string) => Promise<VerifiedKey | null>;
    ttlMs: number;
    now?: () => number;
    elapsedMs?: () => number;
  }) {
    this.#verify = options.verify;
    this.#ttlMs = options.ttlMs;
    this.#now = options.now ?? Date.now;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  async find(sha256: string): Promise<VerifiedKey | null> {
    const known = this.#entries.get(sha256);
    if (known !== undefined && known.knownUntilMs > this.#elapsedMs()) return this.#unexpired(known.key);
    const running = this.#running.get(sha256) ?? this.#lookUp(sha256);
    return this.#unexpired(await running);
  }

  /** A key that is known to be valid, without a look-up. */
  peek(sha256: string): VerifiedKey | null {
    const known = this.#entries.get(sha256);
    return known !== undefined && known.knownUntilMs > this.#elapsedMs() ? this.#unexpired(known.key) : null;
  }

  invalidateKey(keyId: string): void {
    this.#invalidate((key) => key.key_id === keyId);
  }

  invalidateIntegration(integrationId: string): void {
    this.#invalidate((key) => key.integration_id === integrationId);
  }

  /** After a lost connection any event may have been missed. */
  invalidateAll(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#running.clear();
  }

  #invalidate(matches: (key: VerifiedKey) => boolean): void {
    this.#generation += 1;
    this.#running.clear();
    for (const [sha256, { key }] of this.#entries)
      if (key !== null && matches(key)) this.#entries.delete(sha256);
  }

  #lookUp(sha256: string): Promise<VerifiedKey | null> {
    const generation = this.#generation;
    const running = this.#verify(sha256)
      .then((key) => {
        if (generation === this.#generation) this.#store(sha256, key);
        return key;
      })
      .finally(() => {
        if (this.#running.get(sha256) === running) this.#running.delete(sha256);
      });
    this.#running.set(sha256, running);
    return running;
  }

  #store(sha256: string, key: VerifiedKey | null): void {
    const ttlMs = key === null ? Math.min(REFUSAL_TTL_MS, this.#ttlMs) : this.#ttlMs;
    this.#entries.delete(sha256);
    this.#entries.set(sha256, { key, knownUntilMs: this.#elapsedMs() + ttlMs });
    if (this.#entries.size > ENTRIES_MAX) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }

  #unexpired(key: VerifiedKey | null): VerifiedKey | null {
    if (key?.expires_at == null) return key;
    return Date.parse(key.expires_at) > this.#now() ? key : null;
  }
}
