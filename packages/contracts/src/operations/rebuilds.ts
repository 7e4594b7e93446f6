import { type Static, type TLiteral, Type } from '@sinclair/typebox';
import { defineOperation } from '../define.ts';
import { REBUILD_RUNNING } from '../errors.ts';
import { NullableString, Uuid } from '../text.ts';

/** A rebuild of what a service keeps of others. It runs to its end, whoever watches. */
export const Rebuild = Type.Object({
  id: Uuid,
  kind: Type.String(),
  /** Null: of all integrations. */
  integration_id: Type.Union([Uuid, Type.Null()]),
  started_at: Type.String(),
  /** Null while it runs. */
  finished_at: NullableString,
  /** Rows of the owners that have been compared. */
  rows: Type.Integer(),
  /** Rows that were missing, or not as the owner has them. */
  changed: Type.Integer(),
  /** Rows that the owner does not have. */
  removed: Type.Integer(),
  /** What it waits for, in words, and since when. */
  waits_for: NullableString,
  waiting_since: NullableString,
});
export type Rebuild = Static<typeof Rebuild>;

/** `start` answers a rebuild of the same rows that is running already, and lets it go on at once if it waits. */
function rebuildOperations<Kind extends string>(service: string, kinds: readonly Kind[]) {
  const kind = Type.Union(kinds.map((one) => Type.Literal(one)) as TLiteral<Kind>[]);
  return {
    start: defineOperation({
      subject: `${service}.rebuilds.start`,
      scope: 'system',
      input: Type.Object({ kind, integration_id: Type.Union([Uuid, Type.Null()]) }),
      output: Rebuild,
      errors: [REBUILD_RUNNING],
      idempotent: true,
    }),
    /** The latest of a kind; null: there has been none. */
    get: defineOperation({
      subject: `${service}.rebuilds.get`,
      scope: 'system',
      input: Type.Object({ kind }),
      output: Type.Union([Rebuild, Type.Null()]),
      errors: [],
      idempotent: true,
      unrecorded: true,
    }),
  };
}

export const ingestRebuilds = rebuildOperations('ingest', ['integrations']);
export const analyticsRebuilds = rebuildOperations('analytics', ['calls', 'users']);
export const coachingRebuilds = rebuildOperations('coaching', ['users', 'integrations']);
