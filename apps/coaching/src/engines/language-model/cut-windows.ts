import type { Segment, SpeakerRole, Transcript } from '@debrief/contracts/resources/transcript';

/** A segment, or a part of a long one, as a model reads it. */
export interface Line {
  number: number;
  role: SpeakerRole;
  segment: number;
  /** Its place in the segment's text. */
  start: number;
  end: number;
  /** Verbatim. */
  text: string;
}

/** What one request reads: `lines`, after those said just before, which give them their meaning. */
export interface Window {
  before: readonly Line[];
  lines: readonly Line[];
}

/**
 * About 250 words, a hundred seconds of talk. Replies are longer than what they read: on the labelled calls up to 1,000
 * tokens, which at 60 a second take 17 s.
 */
const WINDOW_TOKENS = 450;
const BEFORE_TOKENS = 200;
/** Longer than any turn of the labelled calls (114 words). */
const LINE_MAX_CHARACTERS = 700;

/** Rarely fewer than a model counts, in any script: English has four bytes a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** Everything that has words, in order, numbered from 1. */
export function linesOf(transcript: Transcript): Line[] {
  const lines: Line[] = [];
  transcript.segments.forEach((segment, index) => {
    for (const { start, end } of cutSegment(segment)) {
      const text = segment.text.slice(start, end);
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      lines.push({ number: lines.length + 1, role: segment.role, segment: index, start, end, text });
    }
  });
  return lines;
}

function cutSegment({ text }: Segment): { start: number; end: number }[] {
  const parts = [];
  let start = 0;
  while (text.length - start > LINE_MAX_CHARACTERS) {
    const end = start + cutPlace(text.slice(start, start + LINE_MAX_CHARACTERS));
    parts.push({ start, end });
    start = end;
  }
  return [...parts, { start, end: text.length }];
}

/** After the last sentence, else after the last word, else anywhere but inside a character. */
function cutPlace(text: string): number {
  const sentence = text.search(/[.?!]\s+[^.?!]*$/);
  if (sentence > text.length / 2) return sentence + 1;
  const space = text.search(/\s\S*$/);
  if (space > 0) return space;
  return text.isWellFormed() ? text.length : text.length - 1;
}

export function cutWindows(lines: readonly Line[]): Window[] {
  const windows: Window[] = [];
  let from = 0;
  while (from < lines.length) {
    let to = from;
    let tokens = 0;
    while (to < lines.length && (to === from || tokens + tokensOf(lines[to]) <= WINDOW_TOKENS)) {
      tokens += tokensOf(lines[to]);
      to += 1;
    }
    windows.push({ before: justBefore(lines, from), lines: lines.slice(from, to) });
    from = to;
  }
  return windows;
}

function justBefore(lines: readonly Line[], from: number): Line[] {
  let at = from;
  let tokens = tokensOf(lines[at - 1]);
  while (at > 0 && tokens <= BEFORE_TOKENS) {
    at -= 1;
    tokens += tokensOf(lines[at - 1]);
  }
  return lines.slice(at, from);
}

function tokensOf(line: Line | undefined): number {
  return line === undefined ? 0 : estimateTokens(line.text);
}
