import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorDefinition } from './errors.ts';

/**
 * Who may send an operation. `integration` operations carry the scope of a verified API key and reach only
 * that integration's rows; `system` operations come from the gateway itself (key verification) or from an operator.
 */
export type OperationScope = 'integration' | 'system';

export interface Operation<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Scope extends OperationScope = OperationScope,
> {
  /** NATS subject, `service.resource.verb`. The first token names the service that answers. */
  readonly subject: string;
  readonly scope: Scope;
  readonly input: Input;
  readonly output: Output;
  /** Every error an item may fail with; anything else reaches the caller as INTERNAL. */
  readonly errors: readonly ErrorDefinition[];
  /** A request that may safely be sent again after silence: reads, and writes with a natural key. */
  readonly idempotent: boolean;
}

export type InputOf<O extends Operation> = Static<O['input']>;
export type OutputOf<O extends Operation> = Static<O['output']>;

export function defineOperation<I extends TSchema, O extends TSchema, S extends OperationScope>(
  operation: Operation<I, O, S>,
): Operation<I, O, S> {
  return Object.freeze(operation);
}

export interface EventDefinition<Payload extends TSchema = TSchema> {
  /** JetStream subject and name of the event, for example `recording.submitted`. */
  readonly subject: string;
  readonly payload: Payload;
}

export type PayloadOf<E extends EventDefinition> = Static<E['payload']>;

export function defineEvent<P extends TSchema>(subject: string, payload: P): EventDefinition<P> {
  return Object.freeze({ subject, payload });
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
  readonly stream: string;
  readonly event: E;
  /** How long a delivery may stay without ack before it comes again, in seconds. Handlers are one short transaction. */
  readonly ackWaitSeconds: number;
}

/** A durable consumer that no version declares any more. */
export interface RetiredConsumer {
  readonly stream: string;
  readonly durable: string;
}

export function defineConsumer<E extends EventDefinition>(
  service: string,
  stream: StreamDefinition,
  event: E,
): ConsumerDefinition<E> {
  const durable = `${service}_${event.subject.replaceAll('.', '_')}`;
  return Object.freeze({ durable, stream: stream.name, event, ackWaitSeconds: 30 });
}
