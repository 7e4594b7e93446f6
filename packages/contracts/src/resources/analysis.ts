import { type Static, Type } from '@sinclair/typebox';
import { Failure } from '../failures.ts';
import { NullableString } from '../text.ts';
import { RecordingStatus } from './call.ts';

const Strings = Type.Array(Type.String());
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

/**
 * What a claim rests on. `claim_id` is the claim's place in the analysis (`objections.outcomes.0`,
 * `rating.criteria.next_step`); `quote` stands verbatim in the text of segment `segment_index`.
 */
export const Evidence = Type.Object({
  claim_id: Type.String(),
  claim: Type.String(),
  segment_index: Type.Integer({ minimum: 0 }),
  quote: Type.String(),
  start_time: Type.Number(),
  speaker: Type.String(),
});
export type Evidence = Static<typeof Evidence>;

export const RatingCriterion = Type.Object({
  id: Type.String({ description: 'Stable name in the rubric, for example next_step' }),
  title: Type.String(),
  applicable: Type.Boolean(),
  score: Type.Number({ description: 'Points granted, 0 to potential_score' }),
  potential_score: Type.Number(),
  weight: Type.Number(),
  reasoning: Type.String(),
});
export type RatingCriterion = Static<typeof RatingCriterion>;

/** Interaction statistics; definitions in docs/metrics.md. Null where there is no sample, never 0. */
export const Conversation = Type.Object({
  talk_ratio: NumberOrNull,
  longest_monologue_seconds: NumberOrNull,
  longest_customer_story_seconds: NumberOrNull,
  interactivity: NumberOrNull,
  patience_seconds: NumberOrNull,
  questions: Type.Integer(),
  questions_per_hour: NumberOrNull,
  filler_words: Type.Integer(),
  filler_words_per_minute: NumberOrNull,
  words_per_minute: NumberOrNull,
  interruptions: Type.Integer(),
  interruptions_per_hour: NumberOrNull,
  overlap_ratio: NumberOrNull,
  silence_ratio: NumberOrNull,
  agent_speech_seconds: Type.Number(),
  contact_speech_seconds: Type.Number(),
  agent_words: Type.Integer(),
});
export type Conversation = Static<typeof Conversation>;

export const CoachEngine = Type.Object({
  name: Type.String(),
  version: Type.String(),
  model: NullableString,
  prompt_version: NullableString,
  rubric_version: Type.String(),
});
export type CoachEngine = Static<typeof CoachEngine>;

/** The coaching itself, as an engine answers it: no ids and no dates, so the same recording gives the same bytes. */
export const CoachingResult = Type.Object({
  action_items: Type.Object({ primary: Strings, secondary: Strings }),
  coaching: Type.Object({ possible_improvements: Strings, top_moments: Strings }),
  disposition: Type.Object({ outcomes: Strings, reasoning: Type.String() }),
  objections: Type.Object({ outcomes: Strings }),
  rating: Type.Union([
    Type.Object({
      outcome: Type.Number({ minimum: 1, maximum: 5 }),
      reasoning: Type.String(),
      criteria: Type.Array(RatingCriterion),
    }),
    Type.Null(),
  ]),
  speakers: Type.Object({ user_name: Type.String(), client_name: Type.String() }),
  summary: Type.Object({ outcome: Type.Object({ summary: Type.String() }) }),
  conversation: Conversation,
  evidence: Type.Array(Evidence),
  engine: CoachEngine,
});
export type CoachingResult = Static<typeof CoachingResult>;

const Id = { id: Type.String() };

/** The sub-objects of an analysis as clients read them; they appear together, when the analysis is complete. */
export const AnalysisBody = Type.Object({
  action_items: Type.Object({ ...Id, primary: Strings, secondary: Strings }),
  coaching: Type.Object({ ...Id, possible_improvements: Strings, top_moments: Strings }),
  disposition: Type.Object({ ...Id, outcomes: Strings, reasoning: Type.String() }),
  objections: Type.Object({ ...Id, outcomes: Strings }),
  rating: Type.Optional(
    Type.Object({
      ...Id,
      outcome: Type.Number(),
      reasoning: Type.String(),
      criteria: Type.Array(RatingCriterion),
    }),
  ),
  speakers: Type.Object({ ...Id, user_name: Type.String(), client_name: Type.String() }),
  summary: Type.Object({ ...Id, outcome: Type.Object({ summary: Type.String() }) }),
  conversation: Conversation,
  evidence: Type.Array(Evidence),
  engine: CoachEngine,
});
export type AnalysisBody = Static<typeof AnalysisBody>;

/** The frame every analysis has from the first poll on. */
export const AnalysisHead = Type.Object({
  id: Type.String(),
  recording_id: Type.String(),
  created_at: Type.String(),
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  status: RecordingStatus,
  error: Type.Union([Failure, Type.Null()]),
});
export type AnalysisHead = Static<typeof AnalysisHead>;

/** `GET /calls/{identifier}/analysis` and `GET /roleplays/{identifier}/analysis`. */
export const RecordingAnalysis = Type.Composite([AnalysisHead, Type.Partial(AnalysisBody)]);
export type RecordingAnalysis = Static<typeof RecordingAnalysis>;
