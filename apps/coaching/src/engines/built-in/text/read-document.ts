import type { Segment, Transcript } from '@debrief/contracts/resources/transcript';
import { splitWords } from '../../conversation/split-words.ts';
import { startsSentence } from './boundary-rules.ts';
import type { ConversationDocument, Turn, Unit, Word } from './document.ts';
import { readText } from './linguistics.ts';

/** A pause this long ends a sentence even where the punctuation does not say so. */
const PAUSE_SECONDS = 2;
/** Engines with punctuation end a sentence far more often than once in this many words. */
const WORDS_PER_FULL_STOP = 40;
const SENTENCE_WORDS = 80;
const TERMINAL = /[.!?…]["'”’)]*\s*$/u;

interface ReadSegment {
  segment: Segment;
  index: number;
  words: Word[];
  sentenceStarts: number[];
}

/** Reads a transcript into words, sentences and turns. Segments without a word leave no trace. */
export function readDocument(transcript: Transcript): ConversationDocument {
  const segments = transcript.segments.map(readSegment).filter((segment) => segment.words.length > 0);
  const punctuated = isPunctuated(segments);
  const words: Word[] = [];
  const units: Unit[] = [];
  const turns: Turn[] = [];
  for (const run of runsOfOneSpeaker(segments)) {
    const first = run[0] as ReadSegment;
    const turn = turns.length;
    const fromUnit = units.length;
    for (const span of (punctuated ? punctuatedSpans(run) : unpunctuatedSpans(run)).flatMap(bounded)) {
      const from = words.length;
      words.push(...span);
      const last = span.at(-1) as Word;
      const text = transcript.segments[last.segment]?.text ?? '';
      const questionMark = /^["'”’)]*\s*\?/u.test(text.slice(last.end, last.end + 8));
      units.push({
        index: units.length,
        role: first.segment.role,
        turn,
        from,
        to: words.length,
        questionMark,
      });
    }
    turns.push({
      index: turn,
      role: first.segment.role,
      fromUnit,
      toUnit: units.length,
      startTime: first.segment.start_time,
      endTime: run.reduce((end, part) => Math.max(end, part.segment.end_time), 0),
    });
  }
  return { transcript, words, units, turns, punctuated };
}

/** No sentence is this long; the bound keeps every later step linear in the length of the call. */
function bounded(span: Word[]): Word[][] {
  const parts: Word[][] = [];
  for (let from = 0; from < span.length; from += SENTENCE_WORDS)
    parts.push(span.slice(from, from + SENTENCE_WORDS));
  return parts;
}

function readSegment(segment: Segment, index: number): ReadSegment {
  const raw = splitWords(segment.text);
  if (raw.length === 0) return { segment, index, words: [], sentenceStarts: [] };
  const reading = readText(segment.text);
  const words = raw.map((word, i) => {
    const opened = raw[i - 1]?.start === word.start || raw[i + 1]?.start === word.start;
    const lemma = opened ? word.text : (reading.lemmas.get(word.start) ?? word.text);
    return { ...word, lemma: lemma.toLowerCase(), segment: index };
  });
  return { segment, index, words, sentenceStarts: reading.sentenceStarts };
}

function isPunctuated(segments: readonly ReadSegment[]): boolean {
  let words = 0;
  let stops = 0;
  for (const { segment, words: own } of segments) {
    words += own.length;
    stops += segment.text.match(/[.!?](?=\s|$)/g)?.length ?? 0;
  }
  return stops * WORDS_PER_FULL_STOP >= words && stops > 0;
}

function* runsOfOneSpeaker(segments: readonly ReadSegment[]): Generator<ReadSegment[]> {
  let run: ReadSegment[] = [];
  for (const segment of segments) {
    if (run.length > 0 && run[0]?.segment.role !== segment.segment.role) {
      yield run;
      run = [];
    }
    run.push(segment);
  }
  if (run.length > 0) yield run;
}

/** Sentences may run over several segments: engines cut segments by time. */
function punctuatedSpans(run: readonly ReadSegment[]): Word[][] {
  const spans: Word[][] = [];
  let span: Word[] = [];
  run.forEach((part, position) => {
    const before = run[position - 1];
    const broken =
      before !== undefined &&
      (TERMINAL.test(before.segment.text.slice(-8)) ||
        part.segment.start_time - before.segment.end_time > PAUSE_SECONDS);
    if (broken && span.length > 0) {
      spans.push(span);
      span = [];
    }
    const starts = [...part.sentenceStarts];
    for (const word of part.words) {
      if (starts.length > 0 && word.start >= (starts[0] as number)) {
        while (starts.length > 0 && word.start >= (starts[0] as number)) starts.shift();
        if (span.length > 0) spans.push(span);
        span = [];
      }
      span.push(word);
    }
  });
  if (span.length > 0) spans.push(span);
  return spans;
}

/** Without punctuation a segment ends where the speaker paused; inside it, sentences start at telling words. */
function unpunctuatedSpans(run: readonly ReadSegment[]): Word[][] {
  const spans: Word[][] = [];
  for (const part of run) {
    const texts = part.words.map((word) => word.text);
    let from = 0;
    for (let at = 1; at < texts.length; at += 1) {
      const insideContraction = part.words[at]?.start === part.words[at - 1]?.start;
      if (!insideContraction && startsSentence(texts, at, at - from)) {
        spans.push(part.words.slice(from, at));
        from = at;
      }
    }
    spans.push(part.words.slice(from));
  }
  return spans;
}
