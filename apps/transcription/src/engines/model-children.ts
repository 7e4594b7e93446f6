import { findModelInUse, type ModelInUse } from '@debrief/models/in-use';
import type { Role } from '@debrief/models/model';
import type { Logger } from '@debrief/service-kit/logger';
import { filesOf, reasonIn } from './model-files.ts';
import { ProcessPool } from './process-pool.ts';
import { ChildLost, type ChildTimes, type ProcessOptions, SherpaProcess } from './sherpa-onnx-process.ts';

export interface ModelChildrenOptions {
  modelsDir: string;
  log: Logger;
  /** What the operator is told that it cannot do. */
  purpose: string;
  task: ProcessOptions['task'];
  /** The roles that must all have a model. */
  roles: readonly Role[];
  /** @param model the file of a role's model. */
  configOf(model: (role: Role) => string): object;
  memoryBytes: number;
  times: ChildTimes;
  /** Children at once. */
  max: number;
}

const IDLE_MS = 60_000;
const RETRY_BROKEN_MS = 600_000;
const TRIES = 2;

/**
 * Children that help to transcribe, as long as their models are in use. What they do can be done worse without them, so
 * that a model that fails is noted, tried again when it changes or after ten minutes, and never fails a recording.
 */
export class ModelChildren {
  readonly #options: ModelChildrenOptions;
  #current: { identity: string; pool: ProcessPool } | null = null;
  #broken: { identity: string; atMs: number } | null = null;
  #fault: string | null = null;

  constructor(options: ModelChildrenOptions) {
    this.#options = options;
  }

  get fault(): string | null {
    return this.#fault;
  }

  /** Lends a child; null where there is none, or it was lost twice. */
  async use<R>(
    signal: AbortSignal,
    onProgress: () => void,
    body: (child: SherpaProcess, onProgress: () => void) => Promise<R>,
  ): Promise<R | null> {
    for (let left = TRIES; left > 0; ) {
      const current = await this.#find();
      if (current === null) return null;
      try {
        const result = await current.pool.use(signal, onProgress, body);
        this.#note(null);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ChildLost)) throw error;
        if (!error.wasFrozen) left -= 1;
        if (left > 0) continue;
        this.#broken = { identity: current.identity, atMs: performance.now() };
        this.#note(`no ${this.#options.purpose} by models: ${reasonIn(error.message)}`);
      }
    }
    return null;
  }

  /** Whether there are models that may be used. */
  async isReady(): Promise<boolean> {
    return (await this.#find()) !== null;
  }

  close(): void {
    this.#current?.pool.close();
  }

  async #find(): Promise<{ identity: string; pool: ProcessPool } | null> {
    const { modelsDir, roles } = this.#options;
    try {
      const found = await Promise.all(roles.map((role) => findModelInUse(modelsDir, role)));
      const models = found.filter((model) => model !== null);
      if (models.length < roles.length) return null;
      const files = await Promise.all(models.map(filesOf));
      const identity = files.map((each) => each.identity).join();
      const { identity: broken, atMs } = this.#broken ?? { identity: null, atMs: 0 };
      if (broken === identity && performance.now() - atMs < RETRY_BROKEN_MS) return null;
      if (this.#current?.identity !== identity) {
        this.#current?.pool.retire();
        this.#current = { identity, pool: this.#poolOf(models) };
      }
      return this.#current;
    } catch (error) {
      this.#note(`no ${this.#options.purpose} by models: ${(error as Error).message}`);
      return null;
    }
  }

  #poolOf(models: readonly ModelInUse[]): ProcessPool {
    const { roles, task, configOf, memoryBytes, times, max } = this.#options;
    const config = configOf((role) => {
      const { folder, model } = models[roles.indexOf(role)] as ModelInUse;
      return `${folder}/${(model.files as { model: string }).model}`;
    });
    const folders = models.map(({ folder }) => folder);
    const start = (signal: AbortSignal, onProgress: () => void) =>
      SherpaProcess.start({ task, config, folders, memoryBytes, times, signal, onProgress });
    return new ProcessPool({ start, max, idleMs: IDLE_MS });
  }

  #note(text: string | null): void {
    if (text !== null && text !== this.#fault) this.#options.log.warn({}, text);
    this.#fault = text;
  }
}
