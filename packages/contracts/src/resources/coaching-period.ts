import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../text.ts';
import { Cadence } from './access.ts';
import { exampleIds } from './example-story.ts';
import { CalendarDate, Count, Id, Instant, Label, NullableLabel, NullableNumber } from './fields.ts';

export const ReviewStatus = Type.Union([Type.Literal('open'), Type.Literal('closed')], {
  description: '`open` until the end of `review_period_end` (UTC), then `closed`',
});
export const DigestStatus = Type.Union([Type.Literal('pending'), Type.Literal('completed')], {
  description: '`completed` once the digest of the team has been generated',
});

const Figure = Type.Object(
  {
    value: NullableNumber('Of this period; null without a sample'),
    previous: NullableNumber('Of the period before'),
    diff_pct: NullableNumber('Change in percent; null where there is nothing to compare with'),
  },
  { description: 'A figure and what became of it since the period before' },
);

const Observation = Type.Object({
  title: Label('The criterion, and what was missed most in a gap'),
  detail: Label('What it rests on, with counts'),
  criterion_id: Label('Stable name of the criterion in the rubric'),
  calls: Count('Calls to which the criterion applied'),
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Share of its points that these calls got' }),
});

const Evidence = Type.Object({
  claim_id: Label('Place of the claim in the digest, for example `gaps.0`'),
  claim: Label('What is claimed'),
  recording_id: Id('Call the quote is from'),
  user_id: Id('User id of the agent of the call'),
  segment_index: Count('Segment of its transcript'),
  quote: Label('Verbatim words of that segment'),
  start_time: Type.Number({ description: 'Seconds from the start of the call' }),
  speaker: Label('Who said it'),
});

/** What a team did in a period. Calls count by when they took place. */
export const Digest = Type.Object({
  headline: Label('The period in a sentence or two'),
  focus: NullableLabel('What the team works on in the month of the last day, by its rubric, and how it went'),
  stats: Type.Object({
    calls: Figure,
    rated: Figure,
    average_rating: Figure,
  }),
  strengths: Type.Array(Observation, { maxItems: 3, description: 'What the team does well' }),
  gaps: Type.Array(Observation, { maxItems: 3, description: 'What costs the team most' }),
  top_objections: Type.Array(
    Type.Object({
      label: Label('Kind of objection'),
      count: Count('Calls in which it was heard; about half of all objections are'),
      where: Type.Optional(Label('Whose calls these are, by day; digests made before do not say it')),
      best_answer: NullableLabel('How it was answered best, in the words of the call'),
    }),
    { maxItems: 3, description: 'Most frequent first' },
  ),
  to_follow_up: Type.Optional(
    Type.Array(
      Type.Object({
        user_id: Id('User id of the agent'),
        detail: Label(
          'Who agreed on what with whom, with its day, what was promised beside, and on what it hangs',
        ),
        is_over: Type.Optional(
          Type.Boolean({
            description:
              'Whether its day was over with the period: told as what was to be; digests made before do not say it',
          }),
        ),
      }),
      {
        maxItems: 20,
        description:
          'What the latest calls left to be done, the soonest known day first; digests made before have none',
      },
    ),
  ),
  agents: Type.Array(
    Type.Object({
      user_id: Id('User id of the agent'),
      name: Label('Name of the agent'),
      calls: Count('Analysed calls of the agent'),
      average_rating: NullableNumber('Average rating, 1 to 5'),
      delta: NullableNumber('Change of the average rating since the period before'),
      focus: NullableLabel('What to work on next; null on too few calls'),
    }),
    { description: 'Agents with calls in the period' },
  ),
  team_drill: NullableLabel('An exercise for the whole team'),
  evidence: Type.Array(Evidence, { description: 'What the claims of the digest rest on' }),
});
export type Digest = Static<typeof Digest>;

/** `in a call of Ben on 10 November`, of an objection without an answer to tell; how often it came up nobody knows: about half of all objections are heard. */
export function whereObjected(
  { stats }: Pick<Digest, 'stats'>,
  { where, count }: Pick<Digest['top_objections'][number], 'where' | 'count'>,
): string {
  return where === undefined ? `in at least ${count} of ${stats.calls.value ?? count} calls` : `in ${where}`;
}

/** A stretch of time that is coached together. */
export const CoachingPeriod = Type.Object({
  id: Id('Period id'),
  cadence: Cadence,
  period_start: CalendarDate('Inclusive start of data collection (UTC)'),
  period_end: CalendarDate('Inclusive end of data collection (UTC)'),
  review_period_end: CalendarDate('Inclusive last day (UTC) for agents to complete their agendas'),
  review_status: ReviewStatus,
  digest_status: DigestStatus,
  created_date: Instant('When the period was created'),
  updated_date: Instant('When the period last changed'),
});
export type CoachingPeriod = Static<typeof CoachingPeriod>;

export const CoachingPeriodDetail = Type.Object({
  ...CoachingPeriod.properties,
  digest: Nullable(Digest, { description: 'Null until `digest_status` is `completed`' }),
});
export type CoachingPeriodDetail = Static<typeof CoachingPeriodDetail>;

export const periodExample: CoachingPeriod = {
  id: exampleIds.period,
  cadence: 'weekly',
  period_start: '2026-11-09',
  period_end: '2026-11-15',
  review_period_end: '2026-11-23',
  review_status: 'open',
  digest_status: 'pending',
  created_date: '2026-11-16T06:00:04.100Z',
  updated_date: '2026-11-16T06:00:04.100Z',
};
