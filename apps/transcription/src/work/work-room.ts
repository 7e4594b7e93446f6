import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
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

/** @param freeBytes to be left; undefined: a share of the disk. */
export function isShort({ free, size }: Disk, freeBytes: number | undefined): boolean {
  return free < (freeBytes ?? Math.min(FREE_MAX_BYTES, size * SHARE));
}

/** In bytes. */
export async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Writer {
  readonly folder: string;
  readonly giveWay: (reason: Error) => void;
}

/**
 * Keeps room free on the disk of the work folder, which may be the database's as well. A recording that finds too little
 * does not begin; when it runs short, the one that has taken most gives way, until there is enough: a long recording
 * must not hold up short ones.
 */
export class WorkRoom {
  readonly #measure: () => Promise<Disk>;
  readonly #sizeOf: (folder: string) => Promise<number>;
  readonly #freeBytes: number | undefined;
  readonly #checkMs: number;
  readonly #writers = new Set<Writer>();
  #givingWay: Writer | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param o.freeBytes undefined: a twentieth of the disk, 1 GiB at most. */
  constructor(o: {
    measure: () => Promise<Disk>;
    sizeOf: (folder: string) => Promise<number>;
    freeBytes?: number | undefined;
    checkMs?: number;
  }) {
    this.#measure = o.measure;
    this.#sizeOf = o.sizeOf;
    this.#freeBytes = o.freeBytes;
    this.#checkMs = o.checkMs ?? CHECK_MS;
  }

  /**
   * Runs a body that writes into a folder.
   * @param giveWay ends it, with the reason given.
   * @throws TransientFailure disk_full when it may not begin.
   */
  async write<R>(folder: string, giveWay: (reason: Error) => void, body: () => Promise<R>): Promise<R> {
    const writer = { folder, giveWay };
    if (await this.#isShort()) throw diskFull();
    this.#writers.add(writer);
    this.#timer ??= setInterval(() => void this.#check(), this.#checkMs);
    try {
      return await body();
    } finally {
      this.#writers.delete(writer);
      if (this.#givingWay === writer) {
        this.#givingWay = undefined;
        // Its folder is removed next.
        this.#timer?.refresh();
      }
      if (this.#writers.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  async #check(): Promise<void> {
    // A disk that cannot be asked fails whoever writes to it.
    if (this.#givingWay !== undefined || !(await this.#isShort().catch(() => false))) return;
    const sizes = await Promise.all(
      [...this.#writers].map(async (writer) => ({
        writer,
        size: await this.#sizeOf(writer.folder).catch(() => 0),
      })),
    );
    const [largest] = sizes.filter(({ writer }) => this.#writers.has(writer)).sort((a, b) => b.size - a.size);
    this.#givingWay = largest?.writer;
    this.#givingWay?.giveWay(diskFull());
  }

  async #isShort(): Promise<boolean> {
    return isShort(await this.#measure(), this.#freeBytes);
  }
}

function diskFull(): TransientFailure {
  return new TransientFailure(failure('disk_full'), { cause: new Error('the work folder is short of room') });
}
