import type { SpeakerRole } from '@debrief/contracts/resources/transcript';

export interface Span {
  startTime: number;
  endTime: number;
}

/** What somebody really said. */
export interface Turn {
  role: SpeakerRole;
  text: string;
  /** Where it sounds, without its pauses; null when nobody noted the times. */
  spoken: Span[] | null;
}

/** A recording of which is known who said what. */
export interface LabelledCall {
  name: string;
  /** Row of the report. */
  kind: string;
  file: string;
  layout: 'stereo' | 'mono';
  /** Of two voices, without noise, overlap or a telephone: what the goal for mono speaks of. */
  isClean: boolean;
  agent: string;
  contact: string;
  incoming: boolean;
  /** In the order in which they begin. */
  turns: Turn[];
}
