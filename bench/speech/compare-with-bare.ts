import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { modelsFolder } from '@debrief/models/models-folder';
import { createLogger } from '@debrief/service-kit/logger';
import type { Attempt } from '../../apps/transcription/src/attempt.ts';
import { writeWindow } from '../../apps/transcription/src/audio/pcm-file.ts';
import { makeEngines } from '../../apps/transcription/src/engines/choose-engine.ts';
import { prepareRecording } from '../../apps/transcription/src/prepare-recording.ts';
import { cpuSeconds } from '../cpu-time.ts';
import { median } from '../figures.ts';
import type { LabelledCall } from './labelled-call.ts';
import type { Worker } from './run-worker.ts';

/** How much the worker takes of what its engine alone takes for the same windows, on as many cores: medians of the rounds. */
export interface Comparison {
  rounds: number;
  times: number;
  timesLeast: number;
  timesMost: number;
  cpuTimes: number;
}

type Hear = (file: string) => Promise<unknown>;

/** In turns, so that what else the machine does slows both. */
export async function compareWithBare(
  worker: Worker,
  o: {
    engine: string;
    calls: readonly LabelledCall[];
    rounds: number;
    folder: string;
    signal: AbortSignal;
    onRound: (round: number) => void;
  },
): Promise<Comparison> {
  const files = (await Promise.all(o.calls.map((call) => cut(call, o)))).flat();
  const { hear, close } = await bareEngine(o.engine, o.signal);
  const times: number[] = [];
  const cpuTimes: number[] = [];
  try {
    // Each loads its model for the first one.
    await hear(files[0] ?? '');
    for (let round = 1; round <= o.rounds; round += 1) {
      const bare = await measured(() => hearAll(files, hear));
      const whole = await measured(async () => {
        for (const call of o.calls) await worker.hear(call, () => {});
      });
      times.push(whole.seconds / bare.seconds);
      cpuTimes.push(whole.cpuSeconds / bare.cpuSeconds);
      o.onRound(round);
    }
  } finally {
    await close();
    await rm(path.join(o.folder, 'windows'), { recursive: true, force: true });
  }
  return {
    rounds: o.rounds,
    ...{ times: median(times), timesLeast: Math.min(...times), timesMost: Math.max(...times) },
    cpuTimes: median(cpuTimes),
  };
}

/** The windows that the worker gives its engine, as files. */
async function cut(call: LabelledCall, { folder, signal }: { folder: string; signal: AbortSignal }) {
  const work = path.join(folder, 'windows', call.name);
  await mkdir(work, { recursive: true });
  const file = path.join(work, 'recording');
  await copyFile(call.file, file);
  const nothing = () => {};
  const attempt: Attempt = {
    ...{ signal, progress: nothing, decoded: nothing, pauses: nothing, decodes: nothing, works: nothing },
    ...{
      step: () => signal.throwIfAborted(),
      decoding: nothing,
      listened: nothing,
      recognized: nothing,
      kept: nothing,
    },
  };
  const { windows } = await prepareRecording({ file, folder: work, attempt });
  return Promise.all(
    windows.map(async (window, index) => {
      const target = path.join(work, `window-${index}.wav`);
      await writeWindow(window.track.file, target, window, window.track.regions);
      return target;
    }),
  );
}

/** pocketsphinx is its program and nothing around it; of the others, what the worker calls. */
async function bareEngine(
  name: string,
  signal: AbortSignal,
): Promise<{ hear: Hear; close: () => Promise<void> }> {
  if (name === 'pocketsphinx') {
    const options = ['-time', 'yes', '-logfn', '/dev/null'];
    const run = promisify(execFile);
    return {
      hear: (file) => run('pocketsphinx_continuous', ['-infile', file, ...options], { signal }),
      close: async () => {},
    };
  }
  const log = createLogger({ name: 'bench', level: 'silent' });
  const engine = makeEngines({ modelsDir: modelsFolder(process.env), log, endpoint: null, named: [] }).find(
    (one) => one.name === name,
  );
  const recognizer = await engine?.find();
  if (!recognizer) throw new Error(`${name} cannot be used any more`);
  return {
    hear: (file) => recognizer.recognize(file, signal, () => {}),
    close: async () => engine?.close?.(),
  };
}

async function hearAll(files: readonly string[], hear: Hear): Promise<void> {
  const remaining = files.values();
  const lane = async () => {
    for (const file of remaining) await hear(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

/** CPU of this process and of all that it started, the worker among it. */
async function measured(body: () => Promise<void>): Promise<{ seconds: number; cpuSeconds: number }> {
  const [before = 0] = cpuSeconds([process.pid]);
  const startedAt = performance.now();
  await body();
  const seconds = (performance.now() - startedAt) / 1000;
  const [after = 0] = cpuSeconds([process.pid]);
  return { seconds, cpuSeconds: after - before };
}
