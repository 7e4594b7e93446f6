import { chmod, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findConfinement } from '../audio/confinement.ts';
import { startGuarded, watchChild } from '../audio/guarded-child.ts';
import { afterRunning } from '../running-time.ts';
import { readAnswers } from './sherpa-onnx-answers.ts';
import type { ChildTask } from './sherpa-onnx-child.ts';

/** The child ended, or was ended, before it answered. */
export class ChildLost extends Error {
  /** Somebody had stopped it (SIGSTOP), which says nothing about what it was asked. */
  readonly wasFrozen: boolean;

  constructor(message: string, { wasFrozen = false } = {}) {
    super(message);
    this.wasFrozen = wasFrozen;
  }
}

export interface ChildTimes {
  /** Without a sign of life, CPU included, for so long it hangs. */
  silentMs: number;
  /** An endless loop uses its CPU, too. */
  answerMs: number;
}

export interface ProcessOptions {
  task: ChildTask['task'];
  config: object;
  /** The folders of its models. */
  folders: readonly string[];
  memoryBytes: number;
  times: ChildTimes;
  signal: AbortSignal;
  onProgress: () => void;
}

const STDERR_MAX_CHARACTERS = 4_096;
const LENGTH_BYTES = 4;
const program = fileURLToPath(new URL('sherpa-onnx-child.ts', import.meta.url));
const ownPackage = fileURLToPath(new URL('../../package.json', import.meta.url));
const require = createRequire(import.meta.url);

/** Null where the package has no library for this machine. */
export function findAddon(): { folder: string; version: string } | null {
  try {
    const file = require.resolve('sherpa-onnx-node/package.json');
    const folder = path.dirname(file);
    createRequire(file).resolve(path.join(libraryOf(folder), 'package.json'));
    return { folder, version: (require('sherpa-onnx-node/package.json') as { version: string }).version };
  } catch {
    return null;
  }
}

/** What a child runs, and what its kernels are chosen by. */
function programs(addon: string): string[] {
  return [process.execPath, ownPackage, program, addon, libraryOf(addon), '/proc/cpuinfo'];
}

/** Where sherpa-onnx-node looks for its library: beside itself. */
function libraryOf(addon: string): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return path.join(addon, '..', `sherpa-onnx-${system}-${process.arch}`);
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onProgress(): void;
  onShare(share: number): void;
}

/** One child with one model in it, asked one thing after another. */
export class SherpaProcess {
  readonly #kill: () => void;
  readonly #stdin: Socket;
  readonly #times: ChildTimes;
  readonly #handles: readonly { ref(): unknown; unref(): unknown }[];
  readonly #pid: number | undefined;
  #waiting: Waiting | null = null;
  #lost: ChildLost | null = null;

  /** @throws ChildLost when it does not load the model. */
  static async start(options: ProcessOptions): Promise<SherpaProcess> {
    for (;;) {
      const started = await SherpaProcess.#spawn(options);
      try {
        await started.#answer(options.signal, options.onProgress);
        return started;
      } catch (error) {
        if (!(error instanceof ChildLost && error.wasFrozen)) throw error;
      }
    }
  }

  static async #spawn(options: ProcessOptions): Promise<SherpaProcess> {
    const { task, config, folders, memoryBytes, times, signal } = options;
    const addon = findAddon();
    if (addon === null) throw new ChildLost('sherpa-onnx has no library for this machine');
    await Promise.all(folders.map(openToChildren));
    const childTask: ChildTask = { addon: addon.folder, task, config };
    const { child, kill } = await startGuarded({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', program, JSON.stringify(childTask)],
      view: {
        folder: null,
        reads: [...programs(addon.folder), ...folders],
      },
      limits: { cpuSeconds: null, memoryBytes },
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      signal,
    });
    return new SherpaProcess(child, kill, times);
  }

  private constructor(
    child: Awaited<ReturnType<typeof startGuarded>>['child'],
    kill: () => void,
    times: ChildTimes,
  ) {
    const [stdin, , stderr, answers] = child.stdio as unknown as [Socket, null, Socket, Socket];
    this.#pid = child.pid;
    this.#kill = kill;
    this.#stdin = stdin;
    this.#times = times;
    this.#handles = [child, stdin, stderr, answers];
    let said = '';
    // The last of it says why it ended.
    stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-STDERR_MAX_CHARACTERS);
    });
    // It has ended: `close` tells.
    stdin.on('error', () => {});
    readAnswers(answers, {
      onShare: (share) => this.#waiting?.onShare(share),
      onAnswer: (answer) => this.#waiting?.resolve(answer),
      onFault: (why) => this.#end(why),
    });
    child.on('error', (error) => this.#lose(error.message));
    child.on('close', (status, signalName) => {
      this.#lose(`${signalName ?? `status ${status}`}: ${said.trim()}`);
    });
    this.#rest();
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /**
   * Sends samples or text and returns what it makes of them.
   * @param block 16-bit samples, little-endian, or UTF-8.
   * @param onShare how far it is, 0 to 1, where the task tells.
   * @throws ChildLost; it is of no more use then.
   */
  ask(
    block: Buffer,
    signal: AbortSignal,
    onProgress: () => void,
    onShare: (share: number) => void = () => {},
  ): Promise<unknown> {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(block.length);
    const answer = this.#answer(signal, onProgress, onShare);
    this.#stdin.write(length);
    this.#stdin.write(block);
    return answer;
  }

  kill(): void {
    this.#end('it was ended');
  }

  async #answer(
    signal: AbortSignal,
    onProgress: () => void,
    onShare: (share: number) => void = () => {},
  ): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#lost !== null) throw this.#lost;
    const { silentMs, answerMs } = this.#times;
    const hang = () => this.#end(`no sign of life for ${silentMs} ms`);
    let stopSilence = afterRunning(silentMs, hang);
    const stopTimer = afterRunning(answerMs, () => this.#end(`no answer in ${answerMs} ms`));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const abort = () => this.#end('it was aborted');
    signal.addEventListener('abort', abort, { once: true });
    this.#waiting = {
      resolve,
      reject,
      onShare,
      onProgress() {
        stopSilence();
        stopSilence = afterRunning(silentMs, hang);
        onProgress();
      },
    };
    const stopWatching = watchChild(this.#pid, {
      onProgress: () => this.#waiting?.onProgress(),
      // What only hangs has times of its own.
      onStill: (why) => why === 'frozen' && this.#end('it was stopped', { wasFrozen: true }),
    });
    for (const handle of this.#handles) handle.ref();
    try {
      return await promise;
    } finally {
      this.#waiting = null;
      stopSilence();
      stopTimer();
      stopWatching();
      signal.removeEventListener('abort', abort);
      this.#rest();
    }
  }

  #end(why: string, options?: { wasFrozen: boolean }): void {
    this.#kill();
    this.#lose(why, options);
  }

  #lose(why: string, options?: { wasFrozen: boolean }): void {
    this.#lost ??= new ChildLost(why, options);
    this.#waiting?.reject(this.#lost);
  }

  /** One that nobody waits for keeps no process alive. */
  #rest(): void {
    for (const handle of this.#handles) handle.unref();
  }
}

/** Children run as a user of their own, and what was fetched may be for its fetcher only. */
async function openToChildren(folder: string): Promise<void> {
  const { user } = await findConfinement();
  if (user === null) return;
  const names = await readdir(folder);
  for (const file of [folder, ...names.map((name) => path.join(folder, name))]) {
    const status = await stat(file);
    const needed = status.isDirectory() ? 0o005 : 0o004;
    // Where it cannot be changed the load fails, and says why.
    if ((status.mode & needed) !== needed) await chmod(file, status.mode | needed).catch(() => undefined);
  }
}
