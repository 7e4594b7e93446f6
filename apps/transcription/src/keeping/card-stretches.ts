import type { Removed } from '@debrief/contracts/cards/marks';
import type { HeardGroup } from '../build-segments.ts';
import type { HeardWord } from '../engines/recognize-windows.ts';

/** In seconds from the start of the recording. */
export interface Stretch {
  startTime: number;
  endTime: number;
}

/** Engines say to a tenth of a second when a word begins, and some not when it ends. */
const BEFORE_SECONDS = 0.25;
const AFTER_SECONDS = 0.5;

/**
 * When that was said which was found in the texts. A stretch goes from its first word to its last; where the words of a
 * segment have no times, or its text is not made of them, it is the whole segment.
 * @param named the same segments with the text that was searched.
 */
export function cardStretches(
  spoken: readonly HeardGroup[],
  named: readonly { text: string }[],
  found: readonly Removed[],
): Stretch[] {
  const stretches = found.flatMap(({ segment, start, end }) => {
    const of = spoken[segment];
    return of === undefined ? [] : [stretchOf(of, wordsOf(of, named[segment]?.text ?? '', start, end))];
  });
  return merged(stretches);
}

/** The words that stand between two places of a text; null when that cannot be said. */
function wordsOf({ words }: HeardGroup, text: string, start: number, end: number): HeardWord[] | null {
  const heard = words.map((word) => word.text).join(' ');
  if (heard.toLowerCase() !== text.toLowerCase() || heard.length !== text.length) return null;
  let at = 0;
  const within = words.filter((word) => {
    const from = at;
    at += word.text.length + 1;
    return from < end && from + word.text.length > start;
  });
  return within.length === 0 ? null : within;
}

function stretchOf(segment: HeardGroup, words: HeardWord[] | null): Stretch {
  const bounds = (words ?? segment.words).flatMap(({ within }) => within ?? []);
  const spans: Stretch[] =
    words === null || bounds.length > 0
      ? [segment, ...bounds]
      : words.map(({ start_time: startTime, end_time: endTime }) => ({ startTime, endTime }));
  return {
    startTime: Math.max(0, Math.min(...spans.map(({ startTime }) => startTime)) - BEFORE_SECONDS),
    endTime: Math.max(...spans.map(({ endTime }) => endTime)) + AFTER_SECONDS,
  };
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.startTime - b.startTime)) {
    const last = result.at(-1);
    if (last === undefined || one.startTime > last.endTime) result.push({ ...one });
    else last.endTime = Math.max(last.endTime, one.endTime);
  }
  return result;
}
