import { type Static, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { CLAIM_NOT_FOUND } from '../errors.ts';
import { PAGE_SIZE_MAX } from '../paging.ts';
import { Nullable, NullableString, Uuid } from '../text.ts';

/** What is wrong with a claim of an analysis. Codes alone: who says it writes nothing that would have to be erased. */
export const claimFaults = ['not_said', 'means_otherwise', 'said_by_other', 'of_no_use'] as const;
export const ClaimFault = Type.Union(claimFaults.map((fault) => Type.Literal(fault)));
export type ClaimFault = Static<typeof ClaimFault>;

const ClaimName = {
  /** As evidence names it: `action_items.primary.0`, `summary`; `rating` is what is said of all criteria. */
  claim_id: Type.String({ pattern: '^[a-z0-9_]{1,60}([.][a-z0-9_]{1,60}){0,4}$', maxLength: 128 }),
  /** Of a criterion of the rating: which of its indicators. */
  indicator: Nullable(Type.String({ pattern: '^[a-z0-9_]+$', maxLength: 128 })),
};

/** Says that a claim of the present analysis is wrong, or takes that back. */
export const markClaim = defineOperation({
  subject: 'coaching.claims.mark',
  scope: 'integration',
  access: 'write',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ recording_id: Uuid, ...ClaimName, fault: Nullable(ClaimFault) }),
  output: Type.Object({}),
  errors: [CLAIM_NOT_FOUND],
  idempotent: true,
});

/** Of the present analysis, each with who says so. */
export const listMarkedClaims = defineOperation({
  subject: 'coaching.claims.list-marked',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'member',
  input: Type.Object({ recording_id: Uuid }),
  output: Type.Object({
    data: Type.Array(Type.Object({ ...ClaimName, fault: ClaimFault, is_own: Type.Boolean() })),
  }),
  errors: [],
  idempotent: true,
});

const MarkedClaim = Type.Object({
  recording_id: Uuid,
  ...ClaimName,
  fault: ClaimFault,
  /** As it was read; null where its texts are gone. */
  claim: NullableString,
  marked_at: Type.String(),
});

/** For admins: the newest of all calls, each with who says so. */
export const listOwnMarkedClaims = defineOperation({
  subject: 'coaching.own-claims.list-marked',
  scope: 'integration',
  access: 'read',
  askedBy: ['console'],
  role: 'admin',
  input: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX }) }),
  output: Type.Object({
    data: Type.Array(
      Type.Composite([
        MarkedClaim,
        Type.Object({
          member_id: Uuid,
          /** Whether the call has been judged again since. */
          is_past: Type.Boolean(),
        }),
      ]),
    ),
    /** Whether there are older ones. */
    has_more: Type.Boolean(),
  }),
  errors: [],
  idempotent: true,
});

/** For operators: the newest of an integration, with the claim as it was read, where its texts are still there. */
export const exportMarkedClaims = defineOperation({
  subject: 'coaching.claims.export',
  scope: 'system',
  input: Type.Object({ integration_id: Uuid, limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
  output: Type.Object({
    data: Type.Array(Type.Composite([MarkedClaim, Type.Object({ rubric_version: NullableString })])),
  }),
  errors: [],
  idempotent: true,
});
