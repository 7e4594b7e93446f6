import type { Segment } from '@debrief/contracts/resources/transcript';
import type { Word } from './engines/engine.ts';
import type { Naming, SpokenSegment } from './speakers/name-speakers.ts';

export interface VoicedWord extends Word {
  voice: 0 | 1;
}

export interface WordedSegment extends SpokenSegment {
  words: readonly Word[];
}

/** A pause that ends a segment. */
const PAUSE_SECONDS = 0.7;
/** In a long segment a shorter pause does, so that a quote can be found again by ear. */
const SHORT_PAUSE_SECONDS = 0.35;
const LONG_SEGMENT_WORDS = 25;

/** Words of each voice in stretches between pauses, ordered by start, then end. */
export function groupWords(words: readonly VoicedWord[]): WordedSegment[] {
  const groups: VoicedWord[][] = [];
  for (const voice of [0, 1] as const) {
    let group: VoicedWord[] = [];
    for (const word of words.filter((candidate) => candidate.voice === voice).sort(byTime)) {
      const pause = word.startTime - (group.at(-1)?.endTime ?? word.startTime);
      const ends = pause > (group.length >= LONG_SEGMENT_WORDS ? SHORT_PAUSE_SECONDS : PAUSE_SECONDS);
      if (ends || group.length === 0) {
        group = [word];
        groups.push(group);
      } else group.push(word);
    }
  }
  return groups.map(spoken).sort(byTime);
}

function byTime(
  one: { startTime: number; endTime: number },
  other: { startTime: number; endTime: number },
): number {
  return one.startTime - other.startTime || one.endTime - other.endTime;
}

function spoken(group: readonly VoicedWord[]): WordedSegment {
  const confidences = group.map(({ confidence }) => confidence).filter((confidence) => confidence !== null);
  return {
    voice: group[0]?.voice ?? 0,
    startTime: group[0]?.startTime ?? 0,
    endTime: group.at(-1)?.endTime ?? 0,
    words: group,
    text: group.map(({ text }) => text).join(' '),
    confidence:
      confidences.length === 0
        ? null
        : confidences.reduce((sum, value) => sum + value, 0) / confidences.length,
  };
}

/** Segments under the names of who spoke them, written as people write. */
export function nameSegments(
  segments: readonly SpokenSegment[],
  naming: Naming,
  names: { agent: string; contact: string },
): Segment[] {
  const properNames = new Set(
    [names.agent, names.contact]
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}']+/u))
      .filter((part) => part.length > 1),
  );
  return segments.map(({ voice, startTime, endTime, text, confidence }) => {
    const role = voice === naming.agentVoice ? ('agent' as const) : ('contact' as const);
    return {
      role,
      speaker: names[role],
      start_time: hundredths(startTime),
      end_time: hundredths(endTime),
      text: written(text, properNames),
      confidence: confidence === null ? null : hundredths(confidence),
    };
  });
}

/** Capitals for the first word, for I and for the names of the two speakers. No word is added, left out or changed. */
function written(text: string, properNames: ReadonlySet<string>): string {
  return text
    .split(' ')
    .map((word, index) => {
      const isCapital =
        index === 0 || word === 'i' || word.startsWith("i'") || properNames.has(word.replace(/'s$/, ''));
      return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    })
    .join(' ');
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
