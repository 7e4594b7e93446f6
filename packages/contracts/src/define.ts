import type { Static, TSchema } from '@sinclair/typebox';
import { type MemberRole, memberRoles } from './caller.ts';
import type { ErrorDefinition } from './errors.ts';
import type { NatsUser, ServiceName } from './nats-users.ts';

/**
 * Whose rows an operation reaches. `integration` operations carry the scope of a verified API key and reach only that
 * integration's; `system` operations reach all.
 */
export type OperationScope = 'integration' | 'system';
export type OperationAccess = 'read' | 'write';

export interface Operation<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Scope extends OperationScope = OperationScope,
> {
  /** NATS subject, `service.resource.verb`. The first token names the service that answers. */
  readonly subject: string;
  readonly scope: Scope;
  /** What the key behind an `integration` operation must allow; a `system` operation has no key. */
  readonly access?: OperationAccess | undefined;
  /** The least that a member must be to ask it by the console; a member's own rows are all that `member` may reach. */
  readonly role?: MemberRole | undefined;
  /** Who may send it besides the operator; by default the gateway for `integration`, nobody for `system`. */
  readonly askedBy?: readonly NatsUser[];
  readonly input: Input;
  readonly output: Output;
  /** Every error an item may fail with; anything else reaches the caller as INTERNAL. */
  readonly errors: readonly ErrorDefinition[];
  /** A request that may safely be sent again after silence: reads, and writes with a natural key. */
  readonly idempotent: boolean;
  /**
   * Its batches are committed one after the other (decision 0014): a second one on its way would only wait, with fewer
   * items in each.
   */
  readonly isSerial?: boolean;
  /**
   * An operator's asking it leaves no entry in the audit trail: services ask it of one another, or it shows and changes
   * nothing of anybody.
   */
  readonly unrecorded?: boolean;
}

/** Everybody who may send the operation. */
export function askersOf({
  scope,
  askedBy = scope === 'integration' ? ['gateway'] : [],
}: Operation): NatsUser[] {
  return ['operator', ...askedBy];
}

/** Whether a member of that role may ask it: what says nothing is for owners. */
export function mayAsk(role: MemberRole, { role: least = 'owner' }: Operation): boolean {
  return memberRoles.indexOf(role) >= memberRoles.indexOf(least);
}

export type InputOf<O extends Operation> = Static<O['input']>;
export type OutputOf<O extends Operation> = Static<O['output']>;

export function defineOperation<I extends TSchema, O extends TSchema, S extends OperationScope>(
  operation: Operation<I, O, S> & (S extends 'integration' ? { access: OperationAccess } : object),
): Operation<I, O, S> {
  return Object.freeze<Operation<I, O, S>>(operation);
}

export interface EventDefinition<Payload extends TSchema = TSchema> {
  /** JetStream subject and name of the event, for example `recording.submitted`. */
  readonly subject: string;
  readonly payload: Payload;
  readonly from: readonly ServiceName[];
  /** Who listens to its subject as such, besides the services that consume it. */
  readonly heardBy: readonly NatsUser[];
}

export type PayloadOf<E extends EventDefinition> = Static<E['payload']>;

export function defineEvent<P extends TSchema>(
  subject: string,
  payload: P,
  { from, heardBy = [] }: { from: readonly ServiceName[]; heardBy?: readonly NatsUser[] },
): EventDefinition<P> {
  return Object.freeze({ subject, payload, from, heardBy });
}

/** A JetStream stream: it keeps a message until every consumer of its subject has acknowledged it. */
export interface StreamDefinition {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly maxBytes: number;
  /** How long JetStream drops a repeated Nats-Msg-Id; unique constraints guard beyond it. */
  readonly duplicateWindowSeconds: number;
}

export interface ConsumerDefinition<E extends EventDefinition = EventDefinition> {
  /** Durable name, `service_event`; JetStream allows no dots here. */
  readonly durable: string;
  readonly service: ServiceName;
  readonly stream: string;
  readonly event: E;
  /**
   * How long a delivery may stay without a sign of its process before it comes again, in seconds: a frozen replica holds
   * it up for no longer.
   */
  readonly ackWaitSeconds: number;
}

/** A durable consumer that no version declares any more. */
export interface RetiredConsumer {
  readonly stream: string;
  readonly durable: string;
}

export function defineConsumer<E extends EventDefinition>(
  service: ServiceName,
  stream: StreamDefinition,
  event: E,
): ConsumerDefinition<E> {
  const durable = `${service}_${event.subject.replaceAll('.', '_')}`;
  return Object.freeze({ durable, service, stream: stream.name, event, ackWaitSeconds: 6 });
}
