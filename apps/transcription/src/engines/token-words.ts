import type { Word } from './engine.ts';
import { layOut, type Span, soundingWithin } from './lay-out-words.ts';

/** What sherpa-onnx returns of a window; lists are empty where a model does not give them. */
export interface Heard {
  text: string;
  tokens: readonly string[];
  /** When each token begins, in seconds. */
  timestamps: readonly number[];
  durations: readonly number[];
  /** Natural logarithm of the probability of each token. */
  ys_log_probs: readonly number[];
  segment_texts?: readonly string[];
  segment_timestamps?: readonly number[];
  segment_durations?: readonly number[];
}

/** CTC models say when a token begins, and not when it ends. */
const TOKEN_SECONDS = 0.16;
const MARKER = /^ ?<(unk|s|\/s|pad|blk|sos\/eos|\|[^|]*\|)>$/;
/** Scripts that write no space between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** @param sounding where the window is not silent; words without times are laid out there. */
export function wordsOf(heard: Heard, sounding: readonly Span[]): Word[] {
  return timedWords(heard, sounding) ?? segmentWords(heard, sounding) ?? layOut(heard.text, sounding);
}

interface Piece {
  bytes: Buffer[];
  startTime: number;
  endTime: number;
  logs: number[];
}

/** Null where tokens have no times, or do not make up the text, as with models that write bytes in a code of theirs. */
function timedWords(heard: Heard, sounding: readonly Span[]): Word[] | null {
  const { text, tokens, timestamps, durations, ys_log_probs: logs } = heard;
  if (tokens.length === 0 || timestamps.length !== tokens.length) return null;
  const pieces: Piece[] = [];
  for (const [index, raw] of tokens.entries()) {
    if (MARKER.test(raw)) continue;
    const token = raw.replace(/^▁/, ' ');
    const startTime = timestamps[index] ?? 0;
    const endTime =
      startTime + (durations.length === tokens.length ? (durations[index] ?? 0) : TOKEN_SECONDS);
    const last = pieces.at(-1);
    const bytes = bytesOf(token.trim());
    if (last === undefined || token.startsWith(' ') || UNSPACED.test(token)) {
      pieces.push({ bytes: [bytes], startTime, endTime, logs: [] });
    } else {
      last.bytes.push(bytes);
      // A full stop comes late, often after a pause that the word does not fill.
      if (/[\p{L}\p{N}]/u.test(token)) last.endTime = endTime;
    }
    if (logs.length === tokens.length) pieces.at(-1)?.logs.push(logs[index] ?? 0);
  }
  const end = Math.max(0, ...sounding.map(({ endTime }) => endTime));
  const words = pieces.map(({ bytes, startTime, endTime, logs }, index) => ({
    text: Buffer.concat(bytes).toString(),
    startTime,
    endTime: Math.max(startTime, Math.min(endTime, pieces[index + 1]?.startTime ?? Math.max(startTime, end))),
    confidence:
      logs.length === 0 ? null : Math.min(1, Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)),
  }));
  const written = words.filter(({ text }) => text !== '');
  return withoutSpaces(written.map(({ text }) => text).join('')) === withoutSpaces(text) ? written : null;
}

/** Whisper says when a sentence or a part of one was spoken. */
function segmentWords(heard: Heard, sounding: readonly Span[]): Word[] | null {
  const {
    segment_texts: texts = [],
    segment_timestamps: starts = [],
    segment_durations: lengths = [],
  } = heard;
  if (texts.length === 0 || withoutSpaces(texts.join('')) !== withoutSpaces(heard.text)) return null;
  return texts.flatMap((text, index) => {
    const startTime = starts[index] ?? 0;
    const endTime = startTime + (lengths[index] ?? 0);
    return layOut(text, soundingWithin({ startTime, endTime }, sounding));
  });
}

/** `<0xE2>` is a byte of a character. */
function bytesOf(token: string): Buffer {
  const [, hex] = /^<0x([0-9A-F]{2})>$/.exec(token) ?? [];
  return hex === undefined ? Buffer.from(token) : Buffer.from(hex, 'hex');
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
