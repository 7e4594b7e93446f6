import type { Act } from '../conversation/acts.ts';
import type { Conversation } from '../conversation/conversation.ts';

/** How a call ended, whatever an integration calls it. */
export const outcomeCodes = [
  ...['appointment_set', 'sale_made', 'callback_requested', 'next_step_agreed', 'no_next_step'],
  ...['not_interested', 'not_qualified', 'gatekeeper', 'left_voicemail', 'wrong_number', 'do_not_contact'],
  ...['no_conversation', 'unclear'],
] as const;
export type OutcomeCode = (typeof outcomeCodes)[number];

/** Stretches are named by their index in the conversation. */
export interface Outcome {
  code: OutcomeCode;
  probability: number;
  stretches: readonly number[];
  /** The one that shows it best; null where none is likely to. */
  shown: number | null;
}

type KindOf<Name extends Act> = Name extends `object:${infer Kind}` ? Kind : never;
export type ObjectionKind = KindOf<Act>;

/** What the contact held against it, and the agent's stretches that met it; null where none did. */
export interface Objection {
  kind: ObjectionKind;
  /** Whether the kind is sure enough to be told. */
  isNamed: boolean;
  stretch: number;
  probability: number;
  answer: number | null;
  acknowledged: number | null;
  explored: number | null;
  /** The contact let it go. */
  settled: boolean;
  /** The answer, where the contact took it in the next turn. */
  taken: number | null;
}

/** A time that two people settled on, as it stands at the end of the call. */
export interface Agreement {
  kind: 'appointment' | 'callback';
  /** `Saturday at nine fifteen in the morning` */
  asAgreed: string;
  /** Local ISO minutes, or the date alone where no hour was agreed; null where it cannot be resolved. */
  at: string | null;
  /** Those it rests on, in order. */
  stretches: number[];
  /** That it stands, is of this kind, and that its day and hour are right. */
  probability: number;
  /** Whether day and hour were said so plainly that they are told. */
  isSure: boolean;
  /** Its day alone, where that is plain. */
  day?: string | undefined;
  /** The stretch that names its hour last. */
  hourNamed?: number | undefined;
}

export interface Commitment {
  owner: 'agent' | 'contact';
  /** A sentence without its subject: `send the quote by email`. */
  text: string;
  stretches: number[];
  probability: number;
}

/** A stretch that says something best. */
export interface Line {
  stretch: number;
  probability: number;
}

/** A line, and where in its segment's text the words stand. */
export interface TopicWords extends Line {
  start: number;
  end: number;
}

/** The words that sum a call up: what it is about, what the contact needs, what stands in the way. */
export interface KeyWords {
  /** As one line says it. */
  topic: TopicWords | null;
  /** What is spoken of most as a call's subject, in its likeliest phrase. */
  subject: TopicWords | null;
  /** The line that likeliest names it, in whatever words. */
  naming: Line | null;
  need: Line | null;
  obstacle: Line | null;
}

/** What a call came to, before anybody judges how it was led. */
export interface Findings {
  conversation: Conversation;
  outcome: Outcome;
  objections: readonly Objection[];
  agreements: readonly Agreement[];
  /** The day that was settled on, also where no agreement is likely enough. */
  day?: string | undefined;
  commitments: readonly Commitment[];
  keyWords: KeyWords;
}
