import { type Static, Type } from '@sinclair/typebox';

/** How a call may end, as rubrics name it. */
const outcomes = [
  ...['appointment_set', 'sale_made', 'callback_requested', 'next_step_agreed', 'no_next_step'],
  ...['not_interested', 'not_qualified', 'gatekeeper', 'left_voicemail', 'wrong_number', 'do_not_contact'],
  ...['no_conversation', 'unclear'],
];

/** Calls that an outbound sales script does not fit. */
export const CallType = Type.Union([Type.Literal('inbound'), Type.Literal('charity')]);
export type CallType = Static<typeof CallType>;
const NotFor = Type.Array(CallType, { description: 'Calls in which it does not count' });
const Sentence = Type.String({ minLength: 1, maxLength: 300 });
const Title = Type.String({ minLength: 1, maxLength: 100 });
export const LABEL_MAX_LENGTH = 60;
/** Enough for any team, and little enough to be read with every call. */
const ENTRIES_MAX = 30;

/** One thing a criterion looks for. The texts address the sales representative. */
export const RubricIndicator = Type.Object({
  indicator: Type.String({
    description: 'Name of an indicator the engine can find, for example asked_open_questions',
  }),
  points: Type.Number({ exclusiveMinimum: 0, maximum: 1000 }),
  heard: Type.String({
    ...{ minLength: 1, maxLength: 300 },
    description: 'What the agent did, after "You": asked who else decides',
  }),
  missing: Type.String({
    ...{ minLength: 1, maxLength: 300 },
    description: 'What was not heard: a question about who else decides',
  }),
  not_for: Type.Optional(NotFor),
});
export type RubricIndicator = Static<typeof RubricIndicator>;

export const RubricCriterion = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 60 }),
  title: Title,
  weight: Type.Number({ exclusiveMinimum: 0, maximum: 1000 }),
  applies: Type.Union(
    [Type.Literal('always'), Type.Literal('open'), Type.Literal('engaged'), Type.Literal('objections')],
    { description: 'When the criterion counts; see docs/metrics.md' },
  ),
  not_for: Type.Optional(NotFor),
  indicators: Type.Array(RubricIndicator, { minItems: 1, maxItems: ENTRIES_MAX }),
});
export type RubricCriterion = Static<typeof RubricCriterion>;

/** What a team works on in a month. */
export const RubricFocus = Type.Object({
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'For example 2026-11, in UTC' }),
  criterion: Type.String({ description: 'Id of a criterion' }),
  note: Type.Optional(Sentence),
});
export type RubricFocus = Static<typeof RubricFocus>;

export const DispositionLabels = Type.Object(
  Object.fromEntries(
    outcomes.map((code) => [code, Type.Optional(Type.String({ minLength: 1, maxLength: LABEL_MAX_LENGTH }))]),
  ),
  { description: 'What a team calls the outcomes that it renames' },
);

/** What good looks like, as data: criteria, their weights and the indicators that earn their points. */
export const Rubric = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 60 }),
  version: Type.String({ minLength: 1 }),
  title: Title,
  not_rated: Type.Array(Type.Union(outcomes.map((code) => Type.Literal(code))), {
    description: 'Outcomes without a conversation to rate',
  }),
  criteria: Type.Array(RubricCriterion, { minItems: 1, maxItems: ENTRIES_MAX }),
  disposition_labels: Type.Optional(DispositionLabels),
  focus: Type.Optional(Type.Array(RubricFocus, { maxItems: 24, description: 'One a month at most' })),
});
export type Rubric = Static<typeof Rubric>;

/**
 * A rubric that says only how it differs from another one: its own fields, criteria by id and their indicators by
 * name, and criteria it does without. The fields are checked once the rubric is complete.
 */
export const RubricVariant = Type.Object({
  name: Rubric.properties.name,
  extends: Type.String(),
  without: Type.Optional(Type.Array(Type.String(), { description: 'Ids of criteria that it leaves out' })),
  criteria: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        without: Type.Optional(Type.Array(Type.String(), { description: 'Indicators that it leaves out' })),
        indicators: Type.Optional(Type.Array(Type.Object({ indicator: Type.String() }))),
      }),
    ),
  ),
});
export type RubricVariant = Static<typeof RubricVariant>;

/** `roleplay@2`. A team's own says what it rests on, too: `discovery@team-3+general-sales@team-1`. */
export function rubricVersion(rubric: Pick<Rubric, 'name' | 'version'>): string {
  return `${rubric.name}@${rubric.version}`;
}
