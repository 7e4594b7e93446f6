import { type Static, Type } from '@sinclair/typebox';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** Words of one of the agent's own calls, verbatim in that segment. */
export const Moment = Type.Object({
  recording_id: Uuid,
  segment_index: Type.Integer({ minimum: 0 }),
  quote: Type.String(),
  /** Seconds from the start of the call. */
  start_time: Type.Number(),
  speaker: Type.String(),
});
export type Moment = Static<typeof Moment>;

const Figures = Type.Object({
  /** Points that a call got on average, of `potential`. */
  points: Type.Number(),
  potential: Type.Number(),
  calls: Type.Integer({ minimum: 0 }),
});

/** What an agent and their manager talk about. It is for the web application and the CLI, never for the REST API. */
export const AgendaContent = Type.Object({
  overview: Type.String(),
  wins: Type.Array(Type.Object({ text: Type.String(), moments: Type.Array(Moment) }), { maxItems: 3 }),
  /** The criterion that costs most comes first. */
  improvements: Type.Array(
    Type.Object({
      criterion_id: Type.String(),
      /** As the rubric that judged the calls calls it. */
      criterion: Type.String(),
      /** The criterion with what was missed most often. */
      title: Type.String(),
      text: Type.String(),
      figures: Figures,
      moments: Type.Array(Moment),
    }),
    { maxItems: 2 },
  ),
  /** Five or more, unless the calls of some were erased since. */
  questions: Type.Array(Type.Object({ id: Type.String(), text: Type.String(), moment: Moment }), {
    maxItems: 7,
  }),
  /** Null where there is nothing to work on. */
  drill: Nullable(
    Type.Object({
      text: Type.String(),
      /** Words to say aloud. */
      say: Type.String(),
      moment: Nullable(Moment),
    }),
  ),
  /** What became of the last agenda; null for the first one. */
  follow_up: NullableString,
});
export type AgendaContent = Static<typeof AgendaContent>;

const Answer = Type.String({ minLength: 1, maxLength: 4000 });

/** What an agent hands in: an answer to each question, and what they will do until the next agenda. */
export const AgendaAnswers = Type.Object(
  {
    answers: Type.Record(Type.String({ pattern: '^q[1-9]$' }), Answer),
    commitment: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  { additionalProperties: false },
);
export type AgendaAnswers = Static<typeof AgendaAnswers>;
