import { readFile } from 'node:fs/promises';
import { failure } from '@debrief/contracts/failures';
import { findModelInUse, type ModelInUse } from '@debrief/models/in-use';
import type { Logger } from '@debrief/service-kit/logger';
import { TransientFailure } from '../transient-failure.ts';
import type { Engine, Recognizer } from './engine.ts';
import { soundingIn } from './lay-out-words.ts';
import { filesOf, type ModelFiles, reasonIn } from './model-files.ts';
import { ProcessPool } from './process-pool.ts';
import { configOf } from './sherpa-onnx-config.ts';
import { ChildLost, type ChildTimes, findAddon, SherpaProcess } from './sherpa-onnx-process.ts';
import { type Heard, wordsOf } from './token-words.ts';

export interface SherpaOnnxOptions {
  /** The folder of models. */
  modelsDir: string;
  log: Logger;
  times?: ChildTimes;
  idleMs?: number;
  /** Address space of a child, of which Node takes about 1.5 GB by itself. */
  memoryBytes?: number;
}

const GIB = 1024 ** 3;
const TIMES: ChildTimes = { silentMs: 15_000, answerMs: 300_000 };
const IDLE_MS = 60_000;
/** Of a child besides its model: Node, the runtime, and what a window of 28 s needs. */
const BASE_BYTES = GIB / 2;
/** A model is unpacked and rearranged as it is loaded. */
const COPIES_OF_MODEL = 2;
const SHARE_OF_MEMORY = 0.8;
const RETRY_BROKEN_MS = 600_000;
const TRIES = 2;
const HEADER_BYTES = 44;

interface Prepared {
  readonly recognizer: Recognizer;
  readonly pool: ProcessPool;
}

/**
 * sherpa-onnx with the model that `in-use.json` names. Children hold the model: they hear one window after another, and
 * may crash or hang (decision 0031).
 */
export function sherpaOnnx(options: SherpaOnnxOptions): Engine {
  const { modelsDir, log, idleMs = IDLE_MS } = options;
  const addon = findAddon();
  /** Its identity changes with whatever of the model changes. */
  let current: { identity: string; prepared: Promise<Prepared> } | null = null;
  let fault: string | null = null;
  let broken: { identity: string; atMs: number } | null = null;

  function setFault(text: string | null): void {
    if (text !== null && text !== fault) log.warn({}, text);
    fault = text;
  }

  async function find(): Promise<Recognizer | null> {
    if (addon === null) return null;
    try {
      const found = await findModelInUse(modelsDir, 'recognizer');
      if (found === null) {
        setFault(null);
        return null;
      }
      const files = await filesOf(found);
      const { identity } = files;
      if (broken?.identity === identity && performance.now() - broken.atMs < RETRY_BROKEN_MS) return null;
      if (current?.identity !== identity) {
        current?.prepared.then(({ pool }) => pool.retire()).catch(() => undefined);
        current = { identity, prepared: prepare(found, files, addon.version) };
      }
      return (await current.prepared).recognizer;
    } catch (error) {
      setFault((error as Error).message);
      return null;
    }
  }

  async function prepare(found: ModelInUse, files: ModelFiles, version: string): Promise<Prepared> {
    const { model, folder } = found;
    const config = await configOf(found);
    const memoryBytes = options.memoryBytes ?? 4 * GIB + 2 * COPIES_OF_MODEL * files.bytes;
    const footprint = BASE_BYTES + COPIES_OF_MODEL * files.bytes;
    const pool = new ProcessPool({
      start: (signal, onProgress) =>
        SherpaProcess.start({
          ...{ task: 'recognize', config, folders: [folder], memoryBytes, signal, onProgress },
          times: options.times ?? TIMES,
        }),
      max: Math.max(1, Math.floor((process.availableMemory() * SHARE_OF_MEMORY) / footprint)),
      idleMs,
    });
    let loading: Promise<boolean> | null = null;
    const listeners = new Set<() => void>();
    const recognizer: Recognizer = {
      name: 'sherpa-onnx',
      version,
      model: model.name,
      language: model.languages.length === 1 ? (model.languages[0] ?? 'und') : 'und',
      // One recording loads it for all that come meanwhile; none of them may end it for the others.
      load(onProgress) {
        listeners.add(onProgress);
        loading ??= load().finally(() => {
          loading = null;
          listeners.clear();
        });
        return loading;
      },
      recognize: (file, signal, onProgress) => hear(pool, file, signal, onProgress),
    };
    async function load(): Promise<boolean> {
      const onProgress = () => {
        for (const listener of listeners) listener();
      };
      try {
        await pool.use(new AbortController().signal, onProgress, async () => undefined);
      } catch (error) {
        if (!(error instanceof ChildLost)) throw error;
        broken = { identity: files.identity, atMs: performance.now() };
        setFault(`the model ${model.name} cannot be loaded: ${reasonIn(error.message)}`);
        return false;
      }
      setFault(null);
      return true;
    }
    return { recognizer, pool };
  }

  return {
    name: 'sherpa-onnx',
    find,
    fault: () => fault,
    async close() {
      const prepared = await current?.prepared.catch(() => null);
      prepared?.pool.close();
    },
  };
}

/** A child that is lost costs its window one more try, in a fresh child. */
async function hear(pool: ProcessPool, file: string, signal: AbortSignal, onProgress: () => void) {
  const samples = (await readFile(file)).subarray(HEADER_BYTES);
  for (let left = TRIES; ; ) {
    try {
      const heard = await pool.use(signal, onProgress, (child, progress) =>
        child.ask(samples, signal, progress),
      );
      return wordsOf(heard as Heard, soundingIn(samples));
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ChildLost)) throw error;
      if (!error.wasFrozen) left -= 1;
      if (left === 0) throw new TransientFailure(failure('engine_failed'), { cause: error });
    }
  }
}
