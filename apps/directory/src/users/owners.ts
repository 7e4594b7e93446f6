import { type Identity, identityKey } from './claim-users.ts';

/** Whom each external id means, while the changes of a batch are applied one after the other. */
export class Owners {
  readonly #stored: readonly Identity[];
  readonly #owners = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();

  constructor(stored: readonly Identity[], provisional: ReadonlySet<string>) {
    this.#stored = stored;
    for (const { integration_id, external_user_id, user_id } of stored) {
      const key = identityKey(integration_id, external_user_id);
      if (!provisional.has(key)) this.#add(user_id, key);
    }
  }

  of(integrationId: string, externalUserId: string): string | undefined {
    return this.#owners.get(identityKey(integrationId, externalUserId));
  }

  /**
   * Makes an id, which must be nobody else's, the one id of the user.
   * @returns false when it is so already.
   */
  remap(integrationId: string, userId: string, externalUserId: string): boolean {
    const key = identityKey(integrationId, externalUserId);
    const keys = this.#keys.get(userId) ?? new Set();
    if (keys.size === 1 && keys.has(key)) return false;
    for (const old of keys) this.#owners.delete(old);
    keys.clear();
    this.#add(userId, key);
    return true;
  }

  /** The stored ids that mean another user now, or nobody. */
  changes(): (Omit<Identity, 'user_id'> & { user_id: string | null })[] {
    return this.#stored.flatMap((identity) => {
      const user_id = this.of(identity.integration_id, identity.external_user_id) ?? null;
      return user_id === identity.user_id ? [] : [{ ...identity, user_id }];
    });
  }

  #add(userId: string, key: string): void {
    this.#owners.set(key, userId);
    const keys = this.#keys.get(userId) ?? new Set();
    this.#keys.set(userId, keys.add(key));
  }
}
