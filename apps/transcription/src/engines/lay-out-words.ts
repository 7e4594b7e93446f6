import type { Word } from './engine.ts';

/** A stretch of sound, in seconds. */
export interface Span {
  startTime: number;
  endTime: number;
}

const BYTES_PER_SECOND = 32_000;
const PIECE_BYTES = 320;

/** Where the samples of a window are not silent: between what is spoken they are all zeros. */
export function soundingIn(samples: Buffer): Span[] {
  const spans: Span[] = [];
  const silence = Buffer.alloc(PIECE_BYTES);
  for (let at = 0; at < samples.length; at += PIECE_BYTES) {
    const piece = samples.subarray(at, at + PIECE_BYTES);
    if (piece.equals(silence.subarray(0, piece.length))) continue;
    const [startTime, endTime] = [at / BYTES_PER_SECOND, (at + piece.length) / BYTES_PER_SECOND];
    const last = spans.at(-1);
    if (last?.endTime === startTime) last.endTime = endTime;
    else spans.push({ startTime, endTime });
  }
  return spans;
}

/** What sounds within a stretch; the stretch itself where nothing does. */
export function soundingWithin({ startTime, endTime }: Span, sounding: readonly Span[]): Span[] {
  const within = sounding
    .map((span) => ({
      startTime: Math.max(span.startTime, startTime),
      endTime: Math.min(span.endTime, endTime),
    }))
    .filter((span) => span.endTime > span.startTime);
  return within.length > 0 ? within : [{ startTime, endTime }];
}

/** Words one after another over the sound there is, each as long as its letters. */
export function layOut(text: string, sounding: readonly Span[]): Word[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  const seconds = sounding.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  let done = 0;
  const within = { startTime: timeAfter(0, sounding), endTime: sounding.at(-1)?.endTime ?? 0 };
  return words.map((word) => {
    const startTime = timeAfter((done / letters) * seconds, sounding);
    done += word.length;
    // The end of one span is not the start of the next.
    const endTime = timeAfter((done / letters) * seconds - 1e-9, sounding);
    return { text: word, startTime, endTime, confidence: null, within };
  });
}

function timeAfter(seconds: number, sounding: readonly Span[]): number {
  let left = seconds;
  for (const { startTime, endTime } of sounding) {
    if (left < endTime - startTime) return startTime + left;
    left -= endTime - startTime;
  }
  return sounding.at(-1)?.endTime ?? 0;
}
