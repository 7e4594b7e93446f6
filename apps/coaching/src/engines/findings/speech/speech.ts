import type { SpeakerRole } from '@debrief/contracts/resources/transcript';

/** What is counted of an agent's speech. `docs/signals.md` says what each means for a profile. */
export const speechCounts = [
  ...['open_questions', 'closed_questions', 'acknowledgements', 'recaps', 'small_talk', 'contact_name'],
  ...[
    'proposals',
    'pressure',
    'pitches',
    'promises',
    'figures',
    'reasons',
    'hedges',
    'warm_words',
    'self_words',
  ],
  // What these are shares of.
  ...['sentences', 'words', 'all_words', 'dialogues', 'dialogues_with_proposal'],
  ...['objections', 'objections_acknowledged', 'objections_explored', 'objections_answered'],
  // Of those that are clear, by the agent's next turn: each is one or none.
  ...['objections_clear', 'objections_taken_up', 'objections_passed_over'],
  ...['prices_stated', 'prices_dodged'],
] as const;
export type SpeechCount = (typeof speechCounts)[number];

/** Sums of probabilities: what was done is heard in other words each time, so how often is an estimate. */
export const estimatedCounts: ReadonlySet<SpeechCount> = new Set<SpeechCount>([
  ...([
    'open_questions',
    'closed_questions',
    'acknowledgements',
    'recaps',
    'small_talk',
    'proposals',
  ] as const),
  ...([
    'pressure',
    'pitches',
    'promises',
    'figures',
    'prices_stated',
    'prices_dodged',
    'objections',
  ] as const),
  ...(['objections_acknowledged', 'objections_explored', 'objections_answered'] as const),
]);
export type SpeechCounts = Readonly<Partial<Record<SpeechCount, number>>>;

/** Words of the agent that show what was counted, verbatim in the transcript. */
export interface SpeechQuote {
  shows: SpeechCount;
  text: string;
}

/** A moment that coaching over time comes back to: the agent's words, with the contact's before and after them. */
export interface Exchange {
  kind:
    | 'beginning'
    | 'answer'
    | 'dodged_price'
    | 'unknown_answer'
    | 'short_answer'
    | 'decider_left_out'
    | 'question'
    | 'price'
    | 'promise'
    | 'proposal'
    | 'arrangement'
    | 'won_over'
    | 'asked_first';
  text: string;
  segment_index: number;
  /** Seconds. */
  start_time: number;
  /** Of `decider_left_out`, the contact's words that name somebody; of `arrangement`, the agent's that tell what it is for. */
  before: string | null;
  after: string | null;
  /** Of `won_over`, the agent's words that an objection points at: `That's way too much.` */
  answered?: string;
  /** Of `arrangement` and `won_over`, all of it in order; of `dodged_price` and `question`, the two turns after it. */
  turns?: readonly ArrangedTurn[];
  /** The days that are named there, in their order, as far as each can only be that one. */
  days?: readonly NamedDay[];
}

/** `Monday` and its date. */
export interface NamedDay {
  day: string;
  date: string;
}

/** What one of the two said, for example where they settled when to talk again. */
export interface ArrangedTurn {
  role: SpeakerRole;
  text: string;
  segment_index: number;
  start_time?: number;
}

/** What signals and agendas need of one call: transcripts stay where they are. */
export interface Speech {
  /** The agent's. */
  words: number;
  /** Zeros are left out. */
  indicators: SpeechCounts;
  quotes: readonly SpeechQuote[];
  exchanges: readonly Exchange[];
}
