interface Tenant {
  readonly limit: number;
  running: number;
  readonly waiting: (() => void)[];
}

/** Runs a limited number of tasks at once. The tenant with the fewest running is next, in the order of its tasks. */
export class FairPlaces {
  readonly #places: number;
  readonly #perTenant: number;
  readonly #tenants = new Map<string | null, Tenant>();
  #running = 0;

  constructor(o: { places: number; perTenant: number }) {
    this.#places = o.places;
    this.#perTenant = o.perTenant;
  }

  /** @param tenant null for the operator, who may take every place. */
  async run<R>(tenant: string | null, task: () => Promise<R>): Promise<R> {
    const own = this.#tenants.get(tenant) ?? {
      limit: tenant === null ? this.#places : this.#perTenant,
      running: 0,
      waiting: [],
    };
    this.#tenants.set(tenant, own);
    await new Promise<void>((resolve) => {
      own.waiting.push(resolve);
      this.#fill();
    });
    try {
      return await task();
    } finally {
      this.#running -= 1;
      own.running -= 1;
      if (own.running === 0 && own.waiting.length === 0) this.#tenants.delete(tenant);
      this.#fill();
    }
  }

  #fill(): void {
    while (this.#running < this.#places) {
      const [key, next] = this.#next();
      if (next === undefined) return;
      this.#running += 1;
      next.running += 1;
      // To the end, so that tenants with as many running are served alternately.
      this.#tenants.delete(key);
      this.#tenants.set(key, next);
      next.waiting.shift()?.();
    }
  }

  #next(): [string | null, Tenant | undefined] {
    let best: [string | null, Tenant | undefined] = [null, undefined];
    for (const [key, tenant] of this.#tenants) {
      if (tenant.waiting.length === 0 || tenant.running >= tenant.limit) continue;
      if (best[1] === undefined || tenant.running < best[1].running) best = [key, tenant];
    }
    return best;
  }
}
