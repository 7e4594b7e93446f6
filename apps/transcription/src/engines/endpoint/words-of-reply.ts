import type { Word } from '../engine.ts';
import { layOut, type Span, soundingWithin } from '../lay-out-words.ts';
import type { Reply, ReplySegment, ReplyWord } from './read-reply.ts';

/** What Whisper takes a segment for silence by. */
const NO_SPEECH_MIN = 0.6;
const UNSURE_LOG_PROBABILITY = -1;
/** Times of words are right to some tenths of a second. */
const SLACK_SECONDS = 0.5;
/** What sounds and is not said, as [BLANK_AUDIO], (laughs), *coughs*; a number in brackets was said. */
const MARKER = /\[[^\]\d\n]{0,40}\]|\([^)\d\n]{0,40}\)|\*[^*\d\n]{1,40}\*|[♪♫]+/g;
/** Scripts that write no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words of a window with their times: the endpoint's own, else laid out over what is not silent of a segment, or of
 * the window. Without what it says of silence.
 * @returns how many words it put where nothing sounds, besides.
 */
export function wordsOfReply(
  reply: Reply,
  sounding: readonly Span[],
): { words: Word[]; overSilence: number } {
  const silent = reply.segments.filter(isSilent);
  const segments = reply.segments.filter((segment) => !isSilent(segment));
  const spoken = ({ startTime, endTime }: ReplyWord) =>
    !silent.some(
      (one) => one.startTime <= (startTime + endTime) / 2 && (startTime + endTime) / 2 <= one.endTime,
    );
  const text = silent.length === 0 ? reply.text : segments.map((segment) => segment.text).join(' ');
  const timed = timedWords(
    text,
    reply.words
      .filter(spoken)
      .map((word) => ({ ...word, confidence: word.confidence ?? sureness(segments, word) })),
  );
  if (timed === null && segments.length === 0) return { words: layOut(said(text), sounding), overSilence: 0 };
  const all = timed ?? segments.flatMap((segment) => layOutSegment(segment, sounding));
  const words = all.filter((word) => sounds(word, sounding));
  return { words, overSilence: all.length - words.length };
}

function isSilent({ noSpeech, logProbability }: ReplySegment): boolean {
  return (noSpeech ?? 0) > NO_SPEECH_MIN && (logProbability ?? 0) < UNSURE_LOG_PROBABILITY;
}

function said(text: string): string {
  return text.replaceAll(MARKER, ' ');
}

function sounds({ startTime, endTime }: Span, sounding: readonly Span[]): boolean {
  return sounding.some(
    (span) => span.startTime < endTime + SLACK_SECONDS && startTime - SLACK_SECONDS < span.endTime,
  );
}

function sureness(segments: readonly ReplySegment[], { startTime, endTime }: Span): number | null {
  const middle = (startTime + endTime) / 2;
  const found = segments.find((one) => one.startTime <= middle && middle <= one.endTime);
  return found === undefined ? null : probability(found);
}

function probability({ logProbability }: ReplySegment): number | null {
  return logProbability === null ? null : Math.min(1, Math.exp(logProbability));
}

function layOutSegment(segment: ReplySegment, sounding: readonly Span[]): Word[] {
  const confidence = probability(segment);
  return layOut(said(segment.text), soundingWithin(segment, sounding)).map((word) => ({
    ...word,
    confidence,
  }));
}

/**
 * The words of a text with the times of what an endpoint lists: words without their punctuation at OpenAI, tokens at
 * whisper.cpp, whole words at faster-whisper. Null where that says too little.
 */
function timedWords(text: string, pieces: readonly ReplyWord[]): Word[] | null {
  const hasSpaces = pieces.slice(1).some((piece) => piece.text.startsWith(' '));
  const listed = hasSpaces
    ? joinPieces(pieces)
    : pieces.map((piece) => ({ ...piece, text: piece.text.trim() }));
  const letters = lettersOf(listed.map((word) => word.text).join(''));
  if (letters.length === 0 || letters.length * 2 < lettersOf(text).length) return null;
  // A character that was cut in two.
  if (listed.some((word) => word.text.includes('\ufffd'))) {
    const tokens = tokensOf(text);
    return tokens.length === listed.length
      ? listed.map((word, index) => ({ ...word, text: tokens[index] ?? '' }))
      : null;
  }
  const isSame = letters === lettersOf(text) && !UNSPACED.test(text);
  return withoutMarkers(isSame && !hasSpaces ? alignWords(text, listed) : listed);
}

/** A space begins a word, in lists where some have one. */
function joinPieces(pieces: readonly ReplyWord[]): Word[] {
  const words: Word[] = [];
  for (const piece of pieces) {
    const before = words.at(-1);
    if (before !== undefined && !piece.text.startsWith(' ')) {
      before.text += piece.text.trimEnd();
      before.endTime = piece.endTime;
    } else if (piece.text.trim() !== '') words.push({ ...piece, text: piece.text.trim() });
  }
  return words;
}

/** Letter by letter, so that it does not matter how the two are cut. */
function alignWords(text: string, listed: readonly Word[]): Word[] {
  const letters = listed.flatMap((word) => [...lettersOf(word.text)].map(() => word));
  const words: Word[] = [];
  let done = 0;
  for (const token of tokensOf(text)) {
    const own = letters.slice(done, done + [...lettersOf(token)].length);
    done += own.length;
    const [first] = own;
    const last = own.at(-1);
    const before = words.at(-1);
    if (first !== undefined && last !== undefined) {
      const endTime = Math.max(first.startTime, last.endTime);
      const confidence = meanOf(own.map((word) => word.confidence));
      words.push({ text: token, startTime: first.startTime, endTime, confidence });
    } else if (before !== undefined) before.text += token;
  }
  return words;
}

function withoutMarkers(words: readonly Word[]): Word[] {
  const text = words.map((word) => word.text).join(' ');
  const markers = [...text.matchAll(MARKER)].map(
    ({ 0: marker, index }) => [index, index + marker.length] as const,
  );
  let end = -1;
  return words.filter((word) => {
    const start = end + 1;
    end = start + word.text.length;
    return !markers.some(([from, to]) => from < end && start < to);
  });
}

function tokensOf(text: string): string[] {
  return text.split(/\s+/).filter((token) => token !== '');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
