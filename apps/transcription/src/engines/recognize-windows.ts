import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Window } from '../audio/cut-windows.ts';
import { writeWindow } from '../audio/pcm-file.ts';
import type { Track } from '../audio/split-tracks.ts';
import type { Engine, Word } from './engine.ts';

/**
 * Recognises the windows of one or two tracks, as many side by side as there are cores.
 * @returns the words of each window in the order of the windows, timed from the start of the recording.
 */
export async function recognizeWindows(options: {
  engine: Engine;
  windows: readonly (Window & { track: Track })[];
  folder: string;
  signal: AbortSignal;
  /** @param share of the speech done, 0 to 1. */
  onProgress: (share: number) => void;
}): Promise<Word[][]> {
  const { engine, windows, folder, onProgress } = options;
  const queue = new PQueue({ concurrency: availableParallelism() });
  const totalMs = windows.reduce((sum, window) => sum + lengthMs(window), 0);
  let doneMs = 0;
  // One that fails ends the others: the recording is tried again as a whole.
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);

  async function recognizeWindow(window: Window & { track: Track }, index: number): Promise<Word[]> {
    signal.throwIfAborted();
    const file = join(folder, `window-${index}.wav`);
    await writeWindow(window.track.file, file, window, window.track.regions);
    const words = await engine.recognize(file, signal);
    await rm(file, { force: true });
    doneMs += lengthMs(window);
    onProgress(doneMs / totalMs);
    return words.map((word) => ({
      ...word,
      startTime: word.startTime + window.startTime,
      endTime: word.endTime + window.startTime,
    }));
  }

  // All have ended before this returns, so that the folder can go.
  const results = await Promise.all(
    windows.map((window, index) =>
      queue.add(() => recognizeWindow(window, index)).catch((error: unknown) => failed.abort(error)),
    ),
  );
  failed.signal.throwIfAborted();
  return results.map((words) => words ?? []);
}

/** Whole, so that the lengths add up to the total in any order. */
function lengthMs({ startTime, endTime }: Window): number {
  return Math.round((endTime - startTime) * 1000);
}
