import type { Caller } from '@debrief/contracts/caller';
import type { Operation } from '@debrief/contracts/define';
import type { AuditEntry, AuditQuestion, OwnAuditEntry } from '@debrief/contracts/operations/audit';
import type { PagePosition } from '@debrief/contracts/paging';
import { isUuid } from '@debrief/contracts/text';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditSchemaOf } from './audit-schema.ts';
import { isoInstant } from './instants.ts';

export interface NewEntry {
  /** What was done, in the words of events: `key.revoked`, `erasure.requested`. */
  action: string;
  /** The caller's own unless it is given; null of an operation on none. */
  integration_id?: string | null;
  /** The id of what it was done to. */
  target?: string | null;
  /** Names of settings, numbers and choices; never names of people, texts or addresses. */
  details?: Record<string, string | number | boolean | null | readonly string[]>;
}

/** Appends an entry to the service's audit trail, in the transaction of what it tells of. */
export async function recordAudit<T>(
  tx: Kysely<T>,
  schema: string,
  caller: Caller,
  entry: NewEntry,
): Promise<void> {
  await insertEntries(tx, schema, [{ caller, entry }]);
}

interface Handled {
  readonly operation: Operation;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the handlers of a service take and answer.
  readonly handler: (items: readonly any[], ...more: any[]) => Promise<any>;
}

/**
 * Handlers that append an entry for each command of an operator before they carry it out, so that there is none without
 * one. What clients of an integration ask is none, and neither is what services ask of one another (`unrecorded`).
 */
export function recordCommands<T, H extends Handled>(
  db: Kysely<T>,
  schema: string,
  handlers: readonly H[],
): H[] {
  return handlers.map((handled) => {
    const { operation, handler } = handled;
    if (operation.unrecorded === true) return handled;
    return {
      ...handled,
      async handler(items: readonly { caller: Caller; input: unknown }[], ...more: unknown[]) {
        const commands = items.filter(({ caller }) => isOperator(caller));
        const entries = commands.map(({ caller, input }) => ({ caller, entry: entryOf(operation, input) }));
        if (entries.length > 0) await insertEntries(db, schema, entries);
        return handler(items, ...more);
      },
    };
  });
}

function isOperator(caller: Caller): boolean {
  return caller.access === 'system' || caller.actor?.kind === 'operator';
}

/** What it is about, by the fields that operations name their resources with. */
function entryOf(operation: Operation, input: unknown): NewEntry {
  const given = input as Record<string, unknown>;
  const idOf = (name: string) => (typeof given[name] === 'string' ? { id: given[name] } : undefined);
  const target =
    ['id', 'user_id', 'team_id', 'organization_id'].map(idOf).find((one) => one !== undefined)?.id ??
    [given, given.user, given.identifier].map(idIn).find((id) => id !== null);
  const integration = idOf('integration_id');
  return {
    action: operation.subject,
    target: target ?? null,
    ...(integration && { integration_id: integration.id }),
  };
}

/** Of what is identified in one of several ways, of which the others are names and numbers of people. */
function idIn(identifier: unknown): string | null {
  if (typeof identifier === 'string') return isUuid(identifier) ? identifier : null;
  const { by, value } = (identifier ?? {}) as { by?: unknown; value?: unknown };
  return by === 'id' && typeof value === 'string' ? value : null;
}

async function insertEntries<T>(
  db: Kysely<T>,
  schema: string,
  entries: readonly { caller: Caller; entry: NewEntry }[],
): Promise<void> {
  const rows = entries.map(({ caller, entry: { action, integration_id, target = null, details = {} } }) => {
    const own = 'integration_id' in caller ? caller.integration_id : null;
    const actor = caller.actor ?? { kind: null, id: null, from: null };
    return sql`(
      ${action}, ${actor.kind}, ${actor.id}, ${actor.from}, ${integration_id === undefined ? own : integration_id}::uuid,
      ${target}, ${JSON.stringify(details)}::json, ${caller.request_id}
    )`;
  });
  await sql`
    insert into ${entriesOf(schema)}
      (action, actor_kind, actor_id, actor_from, integration_id, target, details, request_id)
    values ${sql.join(rows)}
  `.execute(db);
}

/** The newest entries that answer a question, newest first. */
export async function findAuditEntries<T>(
  db: Kysely<T>,
  schema: string,
  { action, actor, integration_id, target, since, until, limit }: AuditQuestion,
): Promise<AuditEntry[]> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (action !== undefined) conditions.push(sql`strpos(action, ${action}) > 0`);
  if (actor !== undefined) conditions.push(sql`actor_id = ${actor}`);
  if (integration_id !== undefined) conditions.push(sql`integration_id = ${integration_id}`);
  if (target !== undefined) conditions.push(sql`target = ${target}`);
  if (since !== undefined) conditions.push(sql`at >= ${since}::timestamptz`);
  if (until !== undefined) conditions.push(sql`at < ${until}::timestamptz`);
  const { rows } = await sql<AuditEntry>`
    select id, ${isoInstant('entries.at')} as at, ${schema} as service, action,
      case when actor_kind is not null
        then json_build_object('kind', actor_kind, 'id', actor_id, 'from', actor_from) end as actor,
      integration_id, target, details, request_id
    from ${entriesOf(schema)}
    where ${sql.join(conditions, sql` and `)}
    order by entries.at desc, id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

/** The newest entries about an integration, newest first, without who the operators are. */
export async function findOwnEntries<T>(
  db: Kysely<T>,
  schema: string,
  { integration_id, limit, after }: { integration_id: string; limit: number; after?: PagePosition },
): Promise<OwnAuditEntry[]> {
  const position = after && sql`(${after.created_date}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<OwnAuditEntry>`
    select id, ${schema} as service, action, target, details, entries.at as created_date,
      case when actor_kind = 'operator' then json_build_object('kind', actor_kind, 'id', null, 'from', null)
        when actor_kind is not null then json_build_object('kind', actor_kind, 'id', actor_id, 'from', actor_from)
      end as actor
    from ${entriesOf(schema)}
    where integration_id = ${integration_id} and ${position === undefined ? sql`true` : sql`(entries.at, id) < ${position}`}
    order by entries.at desc, id desc
    limit ${limit}
  `.execute(db);
  return rows;
}

function entriesOf(schema: string): RawBuilder<unknown> {
  return sql`${sql.table(`${auditSchemaOf(schema)}.entries`)}`;
}
