import type { SpokenWord } from '@debrief/contracts/resources/transcript';
import type { HeardWord } from './engines/recognize-windows.ts';
import { hundredths } from './hundredths.ts';
import type { Naming, SpokenSegment } from './speakers/name-speakers.ts';
import type { WordedSegment } from './writing/written-word.ts';

/** The words of one voice, and those of the other. */
export type VoicedWords = readonly [HeardWord[], HeardWord[]];

/** What one voice says between two pauses, with its words. */
export interface HeardGroup extends SpokenSegment {
  words: HeardWord[];
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

function cutAtPauses(words: readonly HeardWord[]): HeardWord[][] {
  const groups: HeardWord[][] = [];
  let group: HeardWord[] = [];
  for (const word of words.toSorted(wordsByTime)) {
    const pause = hundredths(word.start_time - (group.at(-1)?.end_time ?? word.start_time));
    const ends = pause > (group.length >= LONG_SEGMENT_WORDS ? SHORT_PAUSE_SECONDS : PAUSE_SECONDS);
    if (ends || group.length === 0) {
      group = [word];
      groups.push(group);
    } else group.push(word);
  }
  return groups;
}

function wordsByTime(one: SpokenWord, other: SpokenWord): number {
  return one.start_time - other.start_time || one.end_time - other.end_time;
}

function byTime(one: HeardGroup, other: HeardGroup): number {
  return one.startTime - other.startTime || one.endTime - other.endTime;
}

function spoken(group: HeardWord[], voice: number): HeardGroup {
  const confidences = group.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  return {
    voice: voice === 0 ? 0 : 1,
    startTime: group[0]?.start_time ?? 0,
    endTime: group.at(-1)?.end_time ?? 0,
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
      start_time: startTime,
      end_time: endTime,
      text,
      confidence: confidence === null ? null : hundredths(confidence),
      // As they are where they can be: four hours are tens of thousands of words.
      words: words.some(({ within }) => within !== undefined) ? words.map(spokenWord) : words,
    };
  });
}

function spokenWord({ text, start_time, end_time, confidence }: HeardWord): SpokenWord {
  return { text, start_time, end_time, confidence };
}
