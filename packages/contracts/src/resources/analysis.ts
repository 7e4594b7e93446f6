import { type Static, Type } from '@sinclair/typebox';
import { Failure } from '../failures.ts';
import { Nullable } from '../text.ts';
import { RecordingStatus } from './call.ts';
import { Count, Id, Instant, Label, Labels, NullableLabel, NullableNumber } from './fields.ts';

/**
 * What a claim rests on. `claim_id` is the claim's place in the analysis (`objections.outcomes.0`,
 * `rating.criteria.next_step`); `quote` stands verbatim in the text of segment `segment_index`.
 */
export const Evidence = Type.Object({
  claim_id: Label('Place of the claim in the analysis, for example `objections.outcomes.0`'),
  claim: Label('What is claimed'),
  indicator: Type.Optional(
    Label('Of a criterion: which of its indicators the words show, for example `asked_open_questions`'),
  ),
  segment_index: Count('Place in the transcript of the segment that shows it'),
  quote: Label('Words that stand verbatim in the text of that segment'),
  start_time: Type.Number({ description: 'Start of the segment, seconds from the start' }),
  speaker: Label('Who said it'),
});
export type Evidence = Static<typeof Evidence>;

const indicatorResults = ['heard', 'missing'] as const;
export type IndicatorResult = (typeof indicatorResults)[number];

export const RatedIndicator = Type.Object({
  indicator: Label('Stable name of what the criterion looks for, for example `asked_open_questions`'),
  result: Type.Union(
    indicatorResults.map((result) => Type.Literal(result)),
    { description: 'Whether it was clearly heard or was surely missing; what is unclear is not listed' },
  ),
  text: Label('In the words of the rubric: what the agent did, after “You”, or what was missing'),
  score: Type.Number({ description: 'Points granted' }),
  potential_score: Type.Number({ description: 'Points that could be had' }),
});
export type RatedIndicator = Static<typeof RatedIndicator>;

export const RatingCriterion = Type.Object({
  id: Label('Stable name in the rubric, for example `next_step`'),
  title: Label('Name of the criterion'),
  applicable: Type.Boolean({ description: 'Whether any of it can be judged on this recording' }),
  score: Type.Number({ description: 'Points granted, 0 to `potential_score`' }),
  potential_score: Type.Number({ description: 'Points that could be had, without those of what is unclear' }),
  unclear_points: Type.Number({
    description:
      'Points of what may have been there or not: nothing is said of it, and it counts half in the rating',
  }),
  weight: Type.Number({ description: 'Its share of the rating, against that of the others' }),
  reasoning: Label('Why these points'),
  indicators: Type.Array(RatedIndicator, { description: 'What is clear on this recording' }),
});
export type RatingCriterion = Static<typeof RatingCriterion>;

/** Interaction statistics; definitions in docs/metrics.md. Null where there is no sample, never 0. */
export const Conversation = Type.Object(
  {
    talk_ratio: NullableNumber("Agent's share of all speech, 0 to 1"),
    longest_monologue_seconds: NullableNumber("Agent's longest turn"),
    longest_customer_story_seconds: NullableNumber("Contact's longest turn"),
    interactivity: NullableNumber('Changes of speaker per 5 minutes'),
    patience_seconds: NullableNumber('Median pause before the agent speaks after the contact'),
    questions: Count("Agent's questions"),
    questions_per_hour: NullableNumber("Agent's questions per hour"),
    filler_words: Count("Agent's filler words"),
    filler_words_per_minute: NullableNumber("Agent's filler words per minute of own speech"),
    words_per_minute: NullableNumber("Agent's words per minute of own speech"),
    interruptions: Count('Turns of either that start while the other speaks'),
    interruptions_per_hour: NullableNumber('Interruptions per hour'),
    overlap_ratio: NullableNumber('Share of all speech in which both speak, 0 to 1'),
    silence_ratio: NullableNumber('Share of the recording in which nobody speaks, 0 to 1'),
    agent_speech_seconds: Type.Number({ description: "Agent's speech" }),
    contact_speech_seconds: Type.Number({ description: "Contact's speech" }),
    agent_words: Count("Agent's words"),
  },
  { description: 'Interaction statistics; null, never 0, where there is no sample' },
);
export type Conversation = Static<typeof Conversation>;

const fallbackReasons = ['time_limit', 'daily_limit', 'unavailable', 'rejected', 'invalid_reply'] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

export const CoachEngine = Type.Object(
  {
    name: Label('Engine'),
    version: Label('Version of the engine'),
    model: NullableLabel('Language model, if it uses one'),
    prompt_version: NullableLabel('Version of its prompts, if it uses any'),
    rubric_version: Label('Name and version of the rubric'),
    fallback_reason: Nullable(
      Type.Union(
        fallbackReasons.map((reason) => Type.Literal(reason)),
        {
          description:
            'Why the built-in engine did it in place of a language model: no answer in time (`time_limit`), the ' +
            'day’s tokens or money are spent (`daily_limit`), out of reach or overloaded (`unavailable`), it refuses ' +
            'our requests (`rejected`), its replies cannot be used (`invalid_reply`); null when nothing went wrong',
        },
      ),
    ),
  },
  { description: 'What made the analysis' },
);
export type CoachEngine = Static<typeof CoachEngine>;

const DayOfItem = Type.Object({
  claim_id: Label('Place of the item in the analysis, for example `action_items.primary.0`'),
  day: Label('The day as it is named, for example `Monday`'),
  date: Label('Its date, for example `2026-11-30`'),
});

const sections = {
  action_items: {
    primary: Labels('What to do first'),
    secondary: Labels('What to do besides'),
    days: Type.Optional(
      Type.Array(DayOfItem, {
        description:
          'An addition: the days that items name, where each can only be one date, counted from the day of the call ' +
          'where the agent is. Absent from analyses that were made before it was',
      }),
    ),
  },
  coaching: {
    conduct: Labels('What the agent must not do, whatever else went well; the worst first'),
    possible_improvements: Labels('What could be done better; the first is the priority'),
    improvement_kinds: Labels('What each possible improvement is about, in the same order'),
    top_moments: Labels('What went well'),
  },
  disposition: {
    outcomes: Labels('Outcome labels'),
    codes: Labels(
      'Code of each outcome, for example `appointment_set`; it stays where a team renames the label',
    ),
    reasoning: Label('Why these outcomes'),
  },
  objections: {
    outcomes: Labels('Objections that the contact raised, each with its words'),
    kinds: Labels('Kind of each objection, in the same order'),
    confidence: Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'How sure it is that each is an objection, in the same order',
    }),
    replies: Labels('What the agent said right after each, in the same order; empty where nothing was said'),
    answers: Labels(
      'What the agent answered to each that the contact took at once, in the same order; empty where nothing was',
    ),
  },
  rating: {
    outcome: Type.Number({ minimum: 1, maximum: 5, description: 'The score, 1.0 to 5.0' }),
    reasoning: Label('What raised and what lowered it'),
    criteria: Type.Array(RatingCriterion, { description: 'The criteria of the rubric' }),
  },
  speakers: {
    user_name: Label('Resolved name of the agent'),
    client_name: Label('Resolved name of the contact'),
  },
  summary: { outcome: Type.Object({ summary: Label('The conversation in a few sentences') }) },
};

const appointment = Nullable(
  Type.Object({
    as_agreed: Label('The time as the two agreed on it, for example `Thursday at five thirty`'),
    at: NullableLabel(
      'That time where the agent is, without a zone, for example `2026-11-26T17:30`; the date alone where no hour was agreed, null where the day cannot be resolved',
    ),
  }),
  { description: 'The appointment that stands at the end of the call; null when there is none' },
);

const evidence = Type.Array(Evidence, { description: 'What the claims of the analysis rest on' });

/** The coaching itself, as an engine returns it: without ids and dates, so the same recording gives the same bytes. */
export const CoachingResult = Type.Object({
  action_items: Type.Object(sections.action_items),
  coaching: Type.Object(sections.coaching),
  disposition: Type.Object(sections.disposition),
  appointment,
  objections: Type.Object(sections.objections),
  rating: Nullable(Type.Object(sections.rating)),
  speakers: Type.Object(sections.speakers),
  summary: Type.Object(sections.summary),
  conversation: Conversation,
  evidence,
  engine: CoachEngine,
});
export type CoachingResult = Static<typeof CoachingResult>;

const id = Id('Id of this section');

/** The sections of an analysis as clients read them; they appear together, when the analysis is complete. */
export const AnalysisBody = Type.Object({
  action_items: Type.Object({ id, ...sections.action_items }),
  coaching: Type.Object({ id, ...sections.coaching }),
  disposition: Type.Object({ id, ...sections.disposition }),
  appointment,
  objections: Type.Object({ id, ...sections.objections }),
  rating: Type.Optional(
    Type.Object({ id, ...sections.rating }, { description: 'Absent where there is no conversation to rate' }),
  ),
  speakers: Type.Object({ id, ...sections.speakers }),
  summary: Type.Object({ id, ...sections.summary }),
  conversation: Conversation,
  evidence,
  engine: CoachEngine,
  texts_removed_at: Type.Optional(
    Instant('When its texts were removed; from then on they are empty. Absent while they are there'),
  ),
});
export type AnalysisBody = Static<typeof AnalysisBody>;

/** The frame every analysis has from the first poll on. */
export const AnalysisHead = Type.Object({
  id: Id('Analysis id'),
  recording_id: Id('Id of the call or roleplay'),
  created_at: Instant('When the recording was ingested'),
  progress: Type.Number({ minimum: 0, maximum: 100, description: '100 when the results are complete' }),
  status: RecordingStatus,
  error: Nullable(Failure, { description: 'Why processing failed; null unless `status` is FAILED' }),
});
export type AnalysisHead = Static<typeof AnalysisHead>;

/** `GET /calls/{identifier}/analysis` and `GET /roleplays/{identifier}/analysis`. */
export const RecordingAnalysis = Type.Composite([AnalysisHead, Type.Partial(AnalysisBody)]);
export type RecordingAnalysis = Static<typeof RecordingAnalysis>;
