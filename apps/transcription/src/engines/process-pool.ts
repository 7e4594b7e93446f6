import type { SherpaProcess } from './sherpa-onnx-process.ts';

export interface PoolOptions {
  start(signal: AbortSignal, onProgress: () => void): Promise<SherpaProcess>;
  /** Children that there is memory for. */
  max: number;
  /** A child that nobody needs ends after so long. */
  idleMs: number;
}

/** Children with one model, kept for the next window. Who finds none free and no room for one more waits. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #idle: { child: SherpaProcess; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Set<SherpaProcess>();
  readonly #waiting: { wake(): void; onProgress(): void }[] = [];
  #starting = 0;
  #isRetired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Lends a child; one that is lost meanwhile does not come back. */
  async use<R>(
    signal: AbortSignal,
    onProgress: () => void,
    body: (child: SherpaProcess, onProgress: () => void) => Promise<R>,
  ): Promise<R> {
    // Those who wait get on when those before them do.
    const progress = () => {
      onProgress();
      for (const waiting of this.#waiting) waiting.onProgress();
    };
    const child = await this.#take(signal, onProgress, progress);
    try {
      return await body(child, progress);
    } finally {
      this.#busy.delete(child);
      this.#keep(child);
      this.#waiting.shift()?.wake();
    }
  }

  /** No child is kept from now on. */
  retire(): void {
    this.#isRetired = true;
    for (const { child, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      child.kill();
    }
  }

  /** The same at once, those at work included. */
  close(): void {
    this.retire();
    for (const child of this.#busy) child.kill();
  }

  async #take(signal: AbortSignal, onProgress: () => void, progress: () => void): Promise<SherpaProcess> {
    for (;;) {
      signal.throwIfAborted();
      const free = this.#idle.pop();
      if (free !== undefined) {
        clearTimeout(free.timer);
        if (free.child.isLost) continue;
        this.#busy.add(free.child);
        return free.child;
      }
      if (this.#busy.size + this.#starting < this.#options.max) return await this.#start(signal, progress);
      await this.#turn(signal, onProgress);
    }
  }

  async #start(signal: AbortSignal, onProgress: () => void): Promise<SherpaProcess> {
    this.#starting += 1;
    try {
      const child = await this.#options.start(signal, onProgress);
      this.#busy.add(child);
      return child;
    } catch (error) {
      this.#waiting.shift()?.wake();
      throw error;
    } finally {
      this.#starting -= 1;
    }
  }

  async #turn(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { wake: resolve, onProgress };
    this.#waiting.push(waiting);
    signal.addEventListener('abort', resolve as () => void, { once: true });
    await promise;
    signal.removeEventListener('abort', resolve as () => void);
    const at = this.#waiting.indexOf(waiting);
    if (at !== -1) this.#waiting.splice(at, 1);
    // Woken and aborted at once: the turn is another's.
    else if (signal.aborted) this.#waiting.shift()?.wake();
  }

  #keep(child: SherpaProcess): void {
    if (child.isLost) return;
    if (this.#isRetired) {
      child.kill();
      return;
    }
    const entry = {
      child,
      timer: setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(entry), 1);
        child.kill();
      }, this.#options.idleMs),
    };
    entry.timer.unref();
    this.#idle.push(entry);
  }
}
