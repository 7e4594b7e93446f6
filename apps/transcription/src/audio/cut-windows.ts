import type { SpeechRegion } from '../speakers/separate-voices.ts';

export interface Window {
  startTime: number;
  endTime: number;
}

/** What engines with a fixed input take, with a little to spare. */
export const WINDOW_MAX_SECONDS = 28;
/** A longer pause ends a window. Shorter ones are worth keeping: an engine adapts to a voice within a window. */
const PAUSE_MAX_SECONDS = 8;

/**
 * Groups regions of speech into windows that begin and end in pauses; only a region longer than a window is cut
 * within. The same regions give the same windows for every engine.
 */
export function cutWindows(regions: readonly SpeechRegion[]): Window[] {
  const windows: Window[] = [];
  for (const region of regions.flatMap(cutRegion)) {
    const window = windows.at(-1);
    const fits =
      window !== undefined &&
      region.endTime - window.startTime <= WINDOW_MAX_SECONDS &&
      region.startTime - window.endTime <= PAUSE_MAX_SECONDS;
    if (fits) window.endTime = Math.max(window.endTime, region.endTime);
    else
      windows.push({ startTime: Math.max(region.startTime, window?.endTime ?? 0), endTime: region.endTime });
  }
  return windows.filter(({ startTime, endTime }) => endTime > startTime);
}

function cutRegion({ startTime, endTime }: SpeechRegion): SpeechRegion[] {
  const pieces = Math.ceil((endTime - startTime) / WINDOW_MAX_SECONDS);
  const length = (endTime - startTime) / pieces;
  return Array.from({ length: pieces }, (_, index) => ({
    startTime: startTime + index * length,
    endTime: startTime + (index + 1) * length,
  }));
}
