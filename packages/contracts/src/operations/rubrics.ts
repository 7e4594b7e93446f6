import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { INTEGRATION_NOT_FOUND, RUBRIC_CHANGED, RUBRIC_NOT_FOUND, VALIDATION_FAILED } from '../errors.ts';
import { Category } from '../resources/access.ts';
import { RatingCriterion } from '../resources/analysis.ts';
import { RecordingKind } from '../resources/call.ts';
import { Rubric } from '../resources/rubric.ts';
import { Transcript } from '../resources/transcript.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** Null: the built-in rubrics alone. */
const IntegrationId = Type.Union([Uuid, Type.Null()]);

/** A rubric as an operator sees it. */
export const RubricState = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** As analyses give it, without the name. */
  version: Type.String(),
  built_in: Type.Boolean(),
  extends: NullableString,
  criteria: Type.Integer(),
  /** The integration's categories that are judged by it. */
  categories: Type.Array(Type.String()),
  /** Of this version; null where it is built in. */
  created_date: NullableString,
});
export type RubricState = Static<typeof RubricState>;

export const listRubrics = defineOperation({
  subject: 'coaching.rubrics.list',
  scope: 'system',
  input: Type.Object({ integration_id: IntegrationId }),
  output: Type.Object({ data: Type.Array(RubricState) }),
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
});

/** `version`: the number of an earlier version of the integration’s own; the newest when absent. */
export const getRubric = defineOperation({
  subject: 'coaching.rubrics.get',
  scope: 'system',
  input: Type.Object({
    integration_id: IntegrationId,
    name: Type.String(),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  output: Type.Object({
    state: RubricState,
    /** As it was set, or as its file says: perhaps only how it differs from another. */
    content: Type.Unknown(),
    /** As it judges. */
    rubric: Rubric,
  }),
  errors: [INTEGRATION_NOT_FOUND, RUBRIC_NOT_FOUND],
  idempotent: true,
});

const Contents = Type.Array(Type.Unknown(), { minItems: 1, maxItems: 50 });

/** Every fault of these rubrics, and of those that extend them, as if they were set together. */
export const checkRubrics = defineOperation({
  subject: 'coaching.rubrics.check',
  scope: 'system',
  input: Type.Object({ integration_id: IntegrationId, rubrics: Contents }),
  output: Type.Object({ faults: Type.Array(Type.String()) }),
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
  unrecorded: true,
});

const Setting = {
  rubrics: Contents,
  /** Of a single rubric: the version that it changes, null where there is none of its name; any when absent. */
  expected_version: Type.Optional(NullableString),
};

/** All or none. What is the same as its newest version keeps that version, whatever was expected. */
export const setRubrics = defineOperation({
  subject: 'coaching.rubrics.set',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, ...Setting }),
  output: Type.Object({ data: Type.Array(RubricState) }),
  errors: [INTEGRATION_NOT_FOUND, RUBRIC_CHANGED, VALIDATION_FAILED],
  idempotent: true,
});

/** The rubrics of the caller's own integration, as its admins set them in the console. */
const own = { scope: 'integration', askedBy: ['console'], role: 'admin' } as const;

export const listOwnRubrics = defineOperation({
  ...own,
  subject: 'coaching.own-rubrics.list',
  access: 'read',
  input: Type.Object({}),
  output: listRubrics.output,
  errors: [INTEGRATION_NOT_FOUND],
  idempotent: true,
});

export const getOwnRubric = defineOperation({
  ...own,
  subject: 'coaching.own-rubrics.get',
  access: 'read',
  input: Type.Pick(getRubric.input, ['name']),
  output: getRubric.output,
  errors: getRubric.errors,
  idempotent: true,
});

export const setOwnRubrics = defineOperation({
  ...own,
  subject: 'coaching.own-rubrics.set',
  access: 'write',
  input: Type.Object(Setting),
  output: setRubrics.output,
  errors: setRubrics.errors,
  idempotent: true,
});

/**
 * Every fault of a rubric, as `checkRubrics`, and where it has none and a transcript is given, how that call would be judged
 * by it, or while it is set. Nothing is stored. The built-in coach judges, whatever the integration's is.
 */
export const tryOwnRubric = defineOperation({
  ...own,
  subject: 'coaching.own-rubrics.try',
  access: 'read',
  input: Type.Object({
    /** Null, where `category` is given: what is set, without a change. */
    rubric: Type.Unknown(),
    /** Whose rubric judges the call while `rubric` is set; null: the call is of none. `rubric` itself when absent. */
    category: Type.Optional(Nullable(Category)),
    call: Nullable(
      Type.Object({
        kind: RecordingKind,
        incoming: Nullable(Type.Boolean()),
        occurred_at: Type.String(),
        category: Type.String(),
        transcript: Transcript,
      }),
    ),
  }),
  output: Type.Object({
    faults: Type.Array(Type.String()),
    /** Null where nothing was judged; absent from coaching 0.1.0, which knows no `category`. */
    judged_by: Type.Optional(Nullable(Type.Pick(RubricState, ['name', 'title']))),
    judged: Nullable(
      Type.Object({
        rubric_version: Type.String(),
        outcomes: Type.Array(Type.String()),
        /** Null where there is nothing to rate. */
        rating: Nullable(Type.Number()),
        criteria: Type.Array(
          Type.Pick(RatingCriterion, ['id', 'title', 'applicable', 'score', 'potential_score', 'reasoning']),
        ),
      }),
    ),
  }),
  errors: [INTEGRATION_NOT_FOUND],
  // Sent twice it would be coached twice, which makes a busy coach later still.
  idempotent: false,
});
