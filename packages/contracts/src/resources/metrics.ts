import { type Static, Type } from '@sinclair/typebox';
import { CalendarDate, Count, Instant, Label, Labels, NullableNumber } from './fields.ts';

export const MetricsWindow = Type.Object({
  date_gte: Instant('Inclusive start'),
  date_lte: Instant('Inclusive end'),
});

export const CallDirection = Type.Union(
  [Type.Literal('all'), Type.Literal('inbound'), Type.Literal('outbound')],
  { description: 'Direction of the calls' },
);
export type CallDirection = Static<typeof CallDirection>;

const average = 'Mean over the analysed calls that have this figure; null without one';

/** Interaction statistics over calls: means of what docs/metrics.md defines for one call. */
export const ConversationMetrics = Type.Object({
  talk_ratio: NullableNumber(average),
  longest_monologue_seconds: NullableNumber(average),
  longest_customer_story_seconds: NullableNumber(average),
  interactivity: NullableNumber(average),
  patience_seconds: NullableNumber(average),
  questions_per_hour: NullableNumber(average),
  filler_words_per_minute: NullableNumber(average),
  words_per_minute: NullableNumber(average),
  interruptions_per_hour: NullableNumber(average),
  overlap_ratio: NullableNumber(average),
  silence_ratio: NullableNumber(average),
  sample_size: Count('Analysed calls in which somebody speaks'),
});
export type ConversationMetrics = Static<typeof ConversationMetrics>;

const means = {
  average_duration_seconds: NullableNumber('Mean length of the calls'),
  average_rating: NullableNumber('Mean rating'),
  talk_ratio: NullableNumber('Mean talk ratio'),
};

/** Of a user, a contact, a team or the integration. Null, never 0, where there is no sample. */
export const Metrics = Type.Object({
  window: MetricsWindow,
  filters: Type.Object({
    source: Labels('Source ids; empty for all'),
    stage: Labels('Stage ids; empty for all'),
    team: Labels('Team ids; empty for all'),
    type: CallDirection,
  }),
  definitions_version: Type.Integer({ description: 'Version of the definitions in docs/metrics.md' }),
  calls: Type.Object({
    total: Count('Calls that took place in the window'),
    analyzed: Count('Calls with a complete analysis'),
    failed: Count('Calls whose processing failed'),
    inbound: Count('Inbound calls'),
    outbound: Count('Outbound calls'),
    total_duration_seconds: NullableNumber('Length of all calls; null without a call'),
    average_duration_seconds: NullableNumber('Mean length; null without a call'),
  }),
  rating: Type.Object({
    average: NullableNumber('Mean rating, 1 to 5, two decimals'),
    count: Count('Rated calls'),
    distribution: Type.Array(
      Type.Object({
        rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating, rounded to a whole number' }),
        count: Count('Calls with it'),
      }),
      { description: 'One entry for each of 1 to 5; empty without a rated call' },
    ),
  }),
  outcomes: Type.Array(
    Type.Object({
      label: Label('Disposition'),
      count: Count('Analysed calls with it'),
      rate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the analysed calls' }),
    }),
    { description: 'Most frequent first' },
  ),
  objections: Type.Array(
    Type.Object({ label: Label('Kind of objection'), count: Count('Analysed calls with it') }),
    { description: 'Most frequent first' },
  ),
  conversation: ConversationMetrics,
  previous_period: Type.Object(
    {
      ...MetricsWindow.properties,
      calls_total: Count('Calls'),
      calls_analyzed: Count('Analysed calls'),
      ...means,
      diff_pct: Type.Object(
        { calls_total: NullableNumber('Calls'), calls_analyzed: NullableNumber('Analysed calls'), ...means },
        {
          description:
            'Change of the window against this period in percent; null without a sample to compare with',
        },
      ),
    },
    { description: 'The period of the same length directly before' },
  ),
  trend: Type.Array(
    Type.Object({
      date: CalendarDate('UTC day'),
      calls: Count('Calls of the day'),
      analyzed: Count('Analysed calls of the day'),
      average_rating: NullableNumber('Mean rating of the day'),
    }),
    { description: 'One entry a UTC day of the window that has a call, in order' },
  ),
});
export type Metrics = Static<typeof Metrics>;
