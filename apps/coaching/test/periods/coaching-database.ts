import type { IntegrationCaller } from '@debrief/contracts/caller';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import type { UserChanged } from '@debrief/contracts/events/directory';
import type { Digest } from '@debrief/contracts/resources/coaching-period';
import { type Teardown, testDatabase } from '@debrief/database/testing';
import type { OperationHandler } from '@debrief/messaging/serve';
import type { Insertable, KyselyPlugin, Selectable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { AgendasTable, Db, PeriodsTable, SignalsTable, Tables } from '../../src/tables.ts';

type Scope = Pick<IntegrationCaller, 'integration_id'>;
export type PeriodRow = Selectable<PeriodsTable>;

export async function coachingDatabase(t: Teardown): Promise<{ url: string; db: Db }> {
  const { url, database } = await testDatabase<Tables>(t, {
    schema: 'coaching',
    migrations: new URL('../../migrations/', import.meta.url),
  });
  return { url, db: database.kysely };
}

export function tenant(): IntegrationCaller {
  return { access: 'read-only', organization_id: uuidv7(), integration_id: uuidv7(), request_id: 'test' };
}

/** What a batch of items is answered, each as its output or as the code of its error. */
export async function ask<O extends Operation>(
  { handler }: OperationHandler,
  items: readonly { caller: IntegrationCaller; input: InputOf<O> }[],
): Promise<(OutputOf<O> | string)[]> {
  const outcomes = await handler(items as never);
  return outcomes.map((outcome) => {
    if ('error' in outcome) return outcome.error.definition.code;
    return 'json' in outcome ? JSON.parse(outcome.json) : outcome.ok;
  });
}

/** The same database, and how many statements have gone to it. */
export function counted(db: Db): { db: Db; statements: () => number } {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(counting), statements: () => statements };
}

let weeks = 0;

/** Stores a weekly period that no other call of this has stored. */
export function storedPeriod(
  db: Db,
  { integration_id }: Scope,
  values: Partial<Insertable<PeriodsTable>> = {},
): Promise<PeriodRow> {
  weeks += 1;
  const day = (offset: number) =>
    new Date(Date.UTC(2024, 0, 1 + weeks * 7 + offset)).toISOString().slice(0, 10);
  return db
    .insertInto('periods')
    .values({
      integration_id,
      id: uuidv7(),
      cadence: 'weekly',
      period_start: day(0),
      period_end: day(6),
      review_period_end: day(13),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores an agenda that is ready, of an agent of its own, for a period of its own unless one is given. */
export async function storedAgenda(
  db: Db,
  scope: Scope,
  values: Partial<Insertable<AgendasTable>> = {},
): Promise<Selectable<AgendasTable>> {
  const { integration_id } = scope;
  const period_id = values.period_id ?? (await storedPeriod(db, scope)).id;
  return db
    .insertInto('agendas')
    .values({
      integration_id,
      id: uuidv7(),
      period_id,
      user_id: uuidv7(),
      external_user_id: 'agent-7',
      generation_status: 'ready',
      content: JSON.stringify({ questions: ['What made Susan agree?'] }),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function storedSignal(
  db: Db,
  { integration_id }: Scope,
  profile: string,
): Promise<Selectable<SignalsTable>> {
  return db
    .insertInto('signals')
    .values({ integration_id, user_id: uuidv7(), id: uuidv7(), profile, calls: 5, words: 1500 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function userChange({ integration_id }: Scope, change: Partial<UserChanged> = {}): UserChanged {
  const external_user_id = change.external_user_id ?? 'agent-7';
  return {
    integration_id,
    user_id: uuidv7(),
    version: 1,
    external_user_id,
    external_user_ids: [external_user_id],
    team_ids: [],
    name: 'Ada Agent',
    timezone: null,
    ...change,
  };
}

export const digest: Digest = {
  headline: 'Twelve calls, two more than the week before',
  stats: {
    calls: { value: 12, previous: 10, diff_pct: 20 },
    analyzed: { value: 12, previous: 10, diff_pct: 20 },
    average_rating: { value: 3.9, previous: null, diff_pct: null },
  },
  strengths: [{ title: 'Openings', detail: 'Ten of twelve calls name the reason' }],
  gaps: [],
  top_objections: [{ label: 'Price', count: 4 }],
  agents: [],
  team_drill: null,
  evidence: [],
};
