import type { OutputOf } from '@debrief/contracts/define';
import type { verifyKey } from '@debrief/contracts/operations/directory-access';

export type VerifiedKey = NonNullable<OutputOf<typeof verifyKey>>;

interface Entry {
  key: VerifiedKey | null;
  staleAtMs: number;
}

/** A wrong key is asked for again after this, so that a key made a moment ago works at once. */
const REFUSAL_MEMORY_MS = 500;
const ENTRIES_MAX = 10_000;

/**
 * What this gateway knows of keys, by the SHA-256 of their value. An entry lives for a short while and goes at once
 * when the directory tells of a revocation or a changed integration; requests made together with an unknown key wait
 * for one look-up.
 */
export class VerifiedKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, Promise<VerifiedKey | null>>();
  readonly #verify: (sha256: string) => Promise<VerifiedKey | null>;
  readonly #memoryMs: number;
  readonly #now: () => number;
  /** Counts what was forgotten: an answer that was under way meanwhile may be of before, and is not kept. */
  #generation = 0;

  constructor(options: {
    verify: (sha256: string) => Promise<VerifiedKey | null>;
    memoryMs: number;
    now?: () => number;
  }) {
    this.#verify = options.verify;
    this.#memoryMs = options.memoryMs;
    this.#now = options.now ?? Date.now;
  }

  async find(sha256: string): Promise<VerifiedKey | null> {
    const known = this.#entries.get(sha256);
    if (known !== undefined && known.staleAtMs > this.#now()) return this.#unexpired(known.key);
    const running = this.#running.get(sha256) ?? this.#lookUp(sha256);
    return this.#unexpired(await running);
  }

  forgetKey(keyId: string): void {
    this.#forget((key) => key.key_id === keyId);
  }

  forgetIntegration(integrationId: string): void {
    this.#forget((key) => key.integration_id === integrationId);
  }

  /** After a time without contact anything may have been missed. */
  forgetAll(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#running.clear();
  }

  #forget(matches: (key: VerifiedKey) => boolean): void {
    this.#generation += 1;
    this.#running.clear();
    for (const [sha256, { key }] of this.#entries)
      if (key !== null && matches(key)) this.#entries.delete(sha256);
  }

  #lookUp(sha256: string): Promise<VerifiedKey | null> {
    const generation = this.#generation;
    const running = this.#verify(sha256)
      .then((key) => {
        if (generation === this.#generation) this.#keep(sha256, key);
        return key;
      })
      .finally(() => {
        if (this.#running.get(sha256) === running) this.#running.delete(sha256);
      });
    this.#running.set(sha256, running);
    return running;
  }

  #keep(sha256: string, key: VerifiedKey | null): void {
    const memoryMs = key === null ? Math.min(REFUSAL_MEMORY_MS, this.#memoryMs) : this.#memoryMs;
    this.#entries.delete(sha256);
    this.#entries.set(sha256, { key, staleAtMs: this.#now() + memoryMs });
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
