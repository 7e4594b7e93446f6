import type { Segment, SpeakerRole } from '@debrief/contracts/resources/transcript';
import { splitWords } from '../../conversation/split-words.ts';
import { millisecondsBetween } from './intervals.ts';
import speech from './speech.json' with { type: 'json' };

/** A stretch of one speaker's speech, segments over short gaps merged. Seconds. */
export interface SpeechTurn {
  role: SpeakerRole;
  start: number;
  end: number;
  words: number;
  backchannel: boolean;
  /** Where it was silent between merged segments, in order. */
  pauses: { start: number; end: number }[];
  /** The segment it starts with. */
  segment: number;
}

/** Gaps up to this long do not end a turn. */
const MERGE_GAP_MS = 1500;
/** With this many words in the gap the other speaker had the floor. */
export const FLOOR_WORDS = 3;
const BACKCHANNEL_WORDS = 3;
const backchannels = new Set(speech.backchannels);

/** Turns of both speakers by their start. Segments without words or of no length leave no trace. */
export function speechTurns(segments: readonly Segment[]): SpeechTurn[] {
  const pieces = segments.flatMap((segment, index) => pieceOf(segment, index));
  pieces.sort((a, b) => a.start - b.start || a.end - b.end);
  const open: Partial<Record<SpeakerRole, SpeechTurn>> = {};
  /** Words the other speaker has begun to say since the last of this one's segments ended. */
  const wordsInGap = { agent: 0, contact: 0 };
  const turns: SpeechTurn[] = [];
  for (const piece of pieces) {
    const otherRole = piece.role === 'agent' ? 'contact' : 'agent';
    const other = open[otherRole];
    const own = open[piece.role];
    const lostFloor = wordsInGap[piece.role] >= FLOOR_WORDS;
    wordsInGap[piece.role] = 0;
    if (other !== undefined && piece.start >= other.end) wordsInGap[otherRole] += piece.words;
    if (own !== undefined && millisecondsBetween(own.end, piece.start) <= MERGE_GAP_MS && !lostFloor) {
      if (piece.start > own.end) own.pauses.push({ start: own.end, end: piece.start });
      own.end = Math.max(own.end, piece.end);
      own.words += piece.words;
      own.backchannel &&= piece.backchannel && own.words <= BACKCHANNEL_WORDS;
    } else {
      const turn = { ...piece };
      open[piece.role] = turn;
      turns.push(turn);
    }
  }
  return turns;
}

function pieceOf(segment: Segment, index: number): SpeechTurn[] {
  const words = splitWords(segment.text);
  if (words.length === 0 || segment.end_time <= segment.start_time) return [];
  return [
    {
      role: segment.role,
      start: segment.start_time,
      end: segment.end_time,
      words: countPlaces(words),
      backchannel: words.length <= BACKCHANNEL_WORDS && words.every((word) => backchannels.has(word.text)),
      pauses: [],
      segment: index,
    },
  ];
}

/** Words as written: `don't` is one, though it opens into two. */
export function countPlaces(words: readonly { start: number }[]): number {
  return new Set(words.map((word) => word.start)).size;
}
