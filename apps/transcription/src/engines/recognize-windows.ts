import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
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
  const results: Word[][] = windows.map(() => []);
  const total = windows.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  let done = 0;
  let next = 0;
  // One that fails ends the others: the recording is tried again as a whole.
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);

  async function work(): Promise<void> {
    for (let index = next++; index < windows.length; index = next++) {
      const window = windows[index];
      if (window === undefined) return;
      signal.throwIfAborted();
      const file = join(folder, `window-${index}.wav`);
      await writeWindow(window.track.file, file, window, window.track.regions);
      const words = await engine.recognize(file, signal);
      await rm(file, { force: true });
      results[index] = words.map((word) => ({
        ...word,
        startTime: word.startTime + window.startTime,
        endTime: word.endTime + window.startTime,
      }));
      done += window.endTime - window.startTime;
      onProgress(done / total);
    }
  }

  const workers = Array.from({ length: Math.min(availableParallelism(), windows.length) }, () =>
    work().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(workers);
  const firstFault = outcomes.find((outcome) => outcome.status === 'rejected' && !isAbort(outcome.reason));
  const fault = firstFault ?? outcomes.find((outcome) => outcome.status === 'rejected');
  if (fault?.status === 'rejected') throw fault.reason;
  return results;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
