import { statfs } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import { TransientFailure } from '../transient-failure.ts';

/** Downloads and decoders together write some 100 MB meanwhile. */
const CHECK_MS = 500;
const SHARE = 1 / 20;
const FREE_MAX_BYTES = 1024 ** 3;

export interface Disk {
  /** In bytes, for this user. */
  readonly free: number;
  readonly size: number;
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { free: bsize * bavail, size: bsize * blocks };
}

/**
 * Keeps room free on the disk of the work folder, which may be the database's as well. A recording that finds too little
 * does not begin; when it runs short while several write, the one that began last gives way, until there is enough.
 */
export class WorkRoom {
  readonly #measure: () => Promise<Disk>;
  readonly #freeBytes: number | undefined;
  readonly #checkMs: number;
  readonly #writing = new Set<(reason: Error) => void>();
  #givingWay: ((reason: Error) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param o.freeBytes undefined: a twentieth of the disk, 1 GiB at most. */
  constructor(o: { measure: () => Promise<Disk>; freeBytes?: number | undefined; checkMs?: number }) {
    this.#measure = o.measure;
    this.#freeBytes = o.freeBytes;
    this.#checkMs = o.checkMs ?? CHECK_MS;
  }

  /**
   * Runs a body that writes.
   * @param giveWay ends it, with the reason given.
   * @throws TransientFailure disk_full when it may not begin.
   */
  async write<R>(giveWay: (reason: Error) => void, body: () => Promise<R>): Promise<R> {
    if (await this.#isShort()) throw diskFull();
    this.#writing.add(giveWay);
    this.#timer ??= setInterval(() => void this.#check(), this.#checkMs);
    try {
      return await body();
    } finally {
      this.#writing.delete(giveWay);
      if (this.#givingWay === giveWay) {
        this.#givingWay = undefined;
        // Its folder is removed next.
        this.#timer?.refresh();
      }
      if (this.#writing.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  async #check(): Promise<void> {
    // A disk that cannot be asked fails whoever writes to it.
    if (this.#givingWay !== undefined || !(await this.#isShort().catch(() => false))) return;
    this.#givingWay = [...this.#writing].at(-1);
    this.#givingWay?.(diskFull());
  }

  async #isShort(): Promise<boolean> {
    const { free, size } = await this.#measure();
    return free < (this.#freeBytes ?? Math.min(FREE_MAX_BYTES, size * SHARE));
  }
}

function diskFull(): TransientFailure {
  return new TransientFailure(failure('disk_full'), { cause: new Error('the work folder is short of room') });
}
