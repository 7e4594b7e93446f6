import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import type { Attempt } from '../attempt.ts';
import type { Window } from '../audio/cut-windows.ts';
import { writeWindow } from '../audio/pcm-file.ts';
import type { Track } from '../audio/split-tracks.ts';
import { hundredths } from '../hundredths.ts';
import type { EnginePlaces, PlaceRequest } from '../work/engine-places.ts';
import { withoutLoops } from './endpoint/hallucinations.ts';
import type { Recognizer, Word } from './engine.ts';

/** A window and the channel it is of. */
export type TrackWindow = Window & { track: Track };

/** A word as transcripts keep it: in hundredths of a second from the start of the recording. */
export interface HeardWord extends SpokenWord {
  /** As an engine's {@link Word}, in seconds from the start of the recording. */
  within?: NonNullable<Word['within']>;
}

export interface WindowsOptions {
  engine: Recognizer;
  windows: readonly TrackWindow[];
  /** Whether it was recorded at 8 kHz. */
  isNarrow: boolean;
  /** Of all that there is to make out, what words are; the rest is voices. */
  wordsShare: number;
  folder: string;
  places: EnginePlaces;
  placeRequest: PlaceRequest;
  attempt: Attempt;
  /** How long a window took, and how much audio it was, in seconds. */
  onWindow?: (seconds: number, audioSeconds: number) => void;
}

/**
 * Recognises the windows of one or two tracks, each in an engine place of its own.
 * @returns the words of each window in the order of the windows, timed from the start of the recording.
 */
export async function recognizeWindows(options: WindowsOptions): Promise<HeardWord[][]> {
  const { engine, windows, wordsShare, isNarrow, folder, placeRequest, attempt, onWindow } = options;
  const places = engine.places ?? options.places;
  const mirrors = isNarrow && engine.wantsFullBand === true;
  const totalMs = windows.reduce((sum, window) => sum + lengthMs(window), 0);
  const results: HeardWord[][] = [];
  let running = 0;
  let doneMs = 0;
  // One that fails ends the others: the recording is tried again as a whole.
  const failed = new AbortController();
  const signal = AbortSignal.any([attempt.signal, failed.signal]);

  async function recognizeWindow(window: TrackWindow, index: number): Promise<HeardWord[]> {
    const file = join(folder, `window-${index}.wav`);
    const startedAt = performance.now();
    await writeWindow(window.track.file, file, window, window.track.regions, { mirrors });
    const words = withoutLoops(await engine.recognize(file, signal, () => attempt.progress()));
    await rm(file, { force: true });
    onWindow?.((performance.now() - startedAt) / 1000, lengthMs(window) / 1000);
    doneMs += lengthMs(window);
    attempt.recognized((wordsShare * doneMs) / totalMs);
    return words.map((word) => inRecording(word, window));
  }

  const remaining = windows.entries();
  async function recognizeNext(): Promise<void> {
    for (const [index, window] of remaining) {
      using _place = await places.take(placeRequest, signal);
      running += 1;
      attempt.works();
      try {
        results[index] = await recognizeWindow(window, index);
      } finally {
        running -= 1;
        if (running === 0) attempt.pauses();
      }
    }
  }

  const isElsewhere = places !== options.places;
  if (placeRequest.alone && isElsewhere) attempt.pauses();
  using _alone = placeRequest.alone && isElsewhere ? await options.places.take(placeRequest, signal) : null;
  // No more of them wait than could run, and all have ended before this returns, so that the folder can go.
  const lanes = Array.from({ length: Math.min(places.count, windows.length) }, recognizeNext);
  if (running === 0) attempt.pauses();
  await Promise.all(lanes.map((lane) => lane.catch((error: unknown) => failed.abort(error))));
  failed.signal.throwIfAborted();
  attempt.works();
  return results;
}

function inRecording({ text, startTime, endTime, confidence, within }: Word, window: Window): HeardWord {
  const word = {
    text,
    start_time: hundredths(window.startTime + startTime),
    end_time: hundredths(window.startTime + endTime),
    confidence: confidence === null ? null : hundredths(confidence),
  };
  if (within === undefined) return word;
  return {
    ...word,
    within: {
      startTime: window.startTime + within.startTime,
      endTime: window.startTime + within.endTime,
    },
  };
}

/** Whole, so that the lengths add up to the total in any order. */
function lengthMs({ startTime, endTime }: Window): number {
  return Math.round((endTime - startTime) * 1000);
}
