import { type Static, Type } from '@sinclair/typebox';

/** Calls that an outbound sales script does not fit. */
export const CallType = Type.Union([Type.Literal('inbound'), Type.Literal('charity')]);
export type CallType = Static<typeof CallType>;
const NotFor = Type.Array(CallType, { description: 'Calls in which it does not count' });

/** One thing a criterion looks for. The texts address the sales representative. */
export const RubricIndicator = Type.Object(
  {
    indicator: Type.String({
      description: 'Name of an indicator the engine can find, for example asked_decision_maker',
    }),
    points: Type.Number({ exclusiveMinimum: 0 }),
    heard: Type.String({
      minLength: 1,
      description: 'What the agent did, after "You": asked who else decides',
    }),
    missing: Type.String({
      minLength: 1,
      description: 'What was not heard: a question about who else decides',
    }),
    not_for: Type.Optional(NotFor),
  },
  { additionalProperties: false },
);
export type RubricIndicator = Static<typeof RubricIndicator>;

export const RubricCriterion = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
    title: Type.String({ minLength: 1 }),
    weight: Type.Number({ exclusiveMinimum: 0 }),
    applies: Type.Union(
      [Type.Literal('always'), Type.Literal('open'), Type.Literal('engaged'), Type.Literal('objections')],
      { description: 'When the criterion counts; see docs/metrics.md' },
    ),
    not_for: Type.Optional(NotFor),
    indicators: Type.Array(RubricIndicator, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type RubricCriterion = Static<typeof RubricCriterion>;

/** What good looks like, as data: criteria, their weights and the indicators that earn their points. */
export const Rubric = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
    version: Type.String({ minLength: 1 }),
    title: Type.String({ minLength: 1 }),
    not_rated: Type.Array(Type.String(), {
      description: 'Outcomes without a conversation to rate',
    }),
    criteria: Type.Array(RubricCriterion, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type Rubric = Static<typeof Rubric>;

/**
 * A rubric that says only how it differs from another one: its own fields, criteria by id and their indicators by
 * name. The fields are checked once the rubric is complete.
 */
export const RubricVariant = Type.Object({
  extends: Type.String(),
  criteria: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        indicators: Type.Optional(Type.Array(Type.Object({ indicator: Type.String() }))),
      }),
    ),
  ),
});
export type RubricVariant = Static<typeof RubricVariant>;

export function rubricVersion(rubric: Rubric): string {
  return `${rubric.name}@${rubric.version}`;
}
