import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { INTEGRATION_NOT_FOUND, RUBRIC_NOT_FOUND, VALIDATION_FAILED } from '../errors.ts';
import { Rubric } from '../resources/rubric.ts';
import { NullableString, Uuid } from '../text.ts';

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

/** All or none. What is the same as its newest version keeps that version. */
export const setRubrics = defineOperation({
  subject: 'coaching.rubrics.set',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, rubrics: Contents }),
  output: Type.Object({ data: Type.Array(RubricState) }),
  errors: [INTEGRATION_NOT_FOUND, VALIDATION_FAILED],
  idempotent: true,
});
