import { seeded } from '../../apps/coaching/training/seeded.ts';
import { nameParts } from '../../apps/transcription/src/speakers/name-likeness.ts';
import type { SpokenSegment } from '../../apps/transcription/src/speakers/name-speakers.ts';
import { spokenWords } from '../../apps/transcription/src/speakers/spoken-words.ts';

/** A call of which it is known who says what. */
export interface NamedCall {
  readonly id: string;
  readonly direction?: 'inbound' | 'outbound' | undefined;
  readonly agent: string;
  readonly contact: string;
  readonly turns: readonly { readonly speaker: 'agent' | 'contact'; readonly text: string }[];
}

/** Shares of words and of names that are not as they were said, and how often each call is heard so. */
export interface Hearing {
  readonly about: string;
  readonly wrong: number;
  readonly wrongNames: number;
  readonly rounds: number;
}

export const hearings: readonly Hearing[] = [
  { about: 'words as said', wrong: 0, wrongNames: 0, rounds: 1 },
  { about: 'a third wrong', wrong: 0.3, wrongNames: 0.5, rounds: 5 },
  { about: 'half wrong', wrong: 0.5, wrongNames: 0.7, rounds: 5 },
];

const MINUTE_SECONDS = 60;
const WORDS_A_SECOND = 3;
const PAUSE_SECONDS = 0.4;

export interface HeardCall {
  /** The agent is voice 0. */
  readonly segments: readonly SpokenSegment[];
  readonly hasName: boolean;
}

export const vocabularyOf = (calls: readonly NamedCall[]): string[] =>
  calls.flatMap(({ turns }) => turns.flatMap(({ text }) => spokenWords(text)));

export const isIncoming = ({ direction }: NamedCall): boolean | null =>
  direction === undefined ? null : direction === 'inbound';

/** The first minute of a call as an engine hears it; the same seed gives the same. */
export function hearCall(
  { agent, contact, turns }: NamedCall,
  vocabulary: readonly string[],
  { wrong, wrongNames }: Hearing,
  seed: number,
): HeardCall {
  const random = seeded(seed);
  const names = new Set([...nameParts(agent), ...nameParts(contact)]);
  const any = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  let [at, hasName] = [0, false];
  const segments = [];
  for (const { speaker, text } of turns) {
    const words = spokenWords(text).flatMap((word) => {
      const isName = names.has(word.replace(/'s$/, ''));
      if (isName) hasName = true;
      const share = isName ? wrongNames : wrong;
      const drawn = random();
      if (drawn >= share) return [word];
      return drawn < 0.8 * share ? [any()] : drawn < 0.9 * share ? [] : [word, any()];
    });
    const endTime = at + words.length / WORDS_A_SECOND;
    const voice = speaker === 'agent' ? (0 as const) : (1 as const);
    segments.push({ voice, startTime: at, endTime, text: words.join(' '), confidence: null });
    at = endTime + PAUSE_SECONDS;
    if (at > MINUTE_SECONDS) break;
  }
  return { segments, hasName };
}
