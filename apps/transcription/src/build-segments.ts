import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import type { Word } from './engines/engine.ts';
import type { Naming, SpokenSegment } from './speakers/name-speakers.ts';
import type { WordedSegment } from './writing/written-word.ts';

/** The words of one voice, and those of the other. */
export type VoicedWords = readonly [Word[], Word[]];

/** What one voice says between two pauses, with its words. */
export interface HeardGroup extends SpokenSegment {
  words: readonly Word[];
}

/** A pause that ends a segment. */
const PAUSE_SECONDS = 0.7;
/** In a long segment a shorter pause does, so that a quote can be found again by ear. */
const SHORT_PAUSE_SECONDS = 0.35;
const LONG_SEGMENT_WORDS = 25;

/** What each voice says in stretches between pauses, ordered by start, then end. */
export function groupWords(voices: VoicedWords): HeardGroup[] {
  return voices
    .flatMap((words, voice) => cutAtPauses(words).map((group) => spoken(group, voice)))
    .sort(byTime);
}

function cutAtPauses(words: readonly Word[]): Word[][] {
  const groups: Word[][] = [];
  let group: Word[] = [];
  for (const word of words.toSorted(byTime)) {
    const pause = word.startTime - (group.at(-1)?.endTime ?? word.startTime);
    const ends = pause > (group.length >= LONG_SEGMENT_WORDS ? SHORT_PAUSE_SECONDS : PAUSE_SECONDS);
    if (ends || group.length === 0) {
      group = [word];
      groups.push(group);
    } else group.push(word);
  }
  return groups;
}

function byTime(
  one: { startTime: number; endTime: number },
  other: { startTime: number; endTime: number },
): number {
  return one.startTime - other.startTime || one.endTime - other.endTime;
}

function spoken(group: readonly Word[], voice: number): HeardGroup {
  const confidences = group.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  return {
    voice: voice === 0 ? 0 : 1,
    startTime: group[0]?.startTime ?? 0,
    endTime: group.at(-1)?.endTime ?? 0,
    text: group.map(({ text }) => text).join(' '),
    confidence:
      confidences.length === 0
        ? null
        : confidences.reduce((sum, value) => sum + value, 0) / confidences.length,
    words: group,
  };
}

/** Segments under the names of who spoke them, in words as they were heard. */
export function nameSegments(
  groups: readonly HeardGroup[],
  naming: Naming,
  names: { agent: string; contact: string },
): WordedSegment[] {
  return groups.map(({ voice, startTime, endTime, text, confidence, words }) => {
    const role = voice === naming.agentVoice ? ('agent' as const) : ('contact' as const);
    return {
      role,
      speaker: names[role],
      start_time: hundredths(startTime),
      end_time: hundredths(endTime),
      text,
      confidence: confidence === null ? null : hundredths(confidence),
      words: words.map(spokenWord),
    };
  });
}

function spokenWord({ text, startTime, endTime, confidence }: Word): SpokenWord {
  return {
    text,
    start_time: hundredths(startTime),
    end_time: hundredths(endTime),
    confidence: confidence === null ? null : hundredths(confidence),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
