import { createHash } from 'node:crypto';
import {
  type MemberCaller,
  type MemberRole,
  memberRoles,
  type SystemCaller,
} from '@debrief/contracts/caller';
import type { InputOf, Operation, OutputOf } from '@debrief/contracts/define';
import { DebriefError, NOT_ALLOWED } from '@debrief/contracts/errors';
import type { Origin, Place, Session } from '@debrief/contracts/resources/member';
import type { Messaging } from '@debrief/messaging/connection';
import { request as ask, type CallerOf } from '@debrief/messaging/request';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';

type ConsoleOperation = Operation<TSchema, TSchema, 'system'>;
type MemberOperation = Operation<TSchema, TSchema, 'integration'>;

/** Asks directory what the console may ask before it knows a person, or by their session. */
export function askAsConsole<O extends ConsoleOperation>(
  messaging: Messaging,
  { id, traceparent }: FastifyRequest,
  operation: O,
  input: InputOf<O>,
): Promise<OutputOf<O>> {
  const caller: SystemCaller = {
    access: 'system',
    request_id: id,
    ...(traceparent !== undefined && { traceparent }),
  };
  return ask(messaging, operation, caller as CallerOf<O>, input);
}

/** Somebody who is signed in, for one request. */
export class Visitor {
  readonly session: Session;
  readonly tokenSha256: string;
  readonly #messaging: Messaging;
  readonly #request: FastifyRequest;

  constructor(messaging: Messaging, request: FastifyRequest, session: Session, tokenSha256: string) {
    this.session = session;
    this.tokenSha256 = tokenSha256;
    this.#messaging = messaging;
    this.#request = request;
  }

  /** The integration that they are in. @throws NO_PLACE where there is none. */
  get place(): Place {
    if (this.session.place === null) throw new NoPlace();
    return this.session.place;
  }

  /** For links that only some see; the services decide. */
  isAtLeast(role: MemberRole): boolean {
    const { place } = this.session;
    return place !== null && memberRoles.indexOf(place.role) >= memberRoles.indexOf(role);
  }

  requireRole(role: MemberRole): void {
    if (!this.isAtLeast(role) && this.session.place !== null) throw new DebriefError(NOT_ALLOWED);
  }

  /** Asks a service as this member of the integration that they are in, or of another of theirs. */
  ask<O extends MemberOperation>(operation: O, input: InputOf<O>, place = this.place): Promise<OutputOf<O>> {
    const { organization, integration, member_id, role, user_id } = place;
    const { traceparent } = this.#request;
    const caller: MemberCaller = {
      access: 'read-write',
      organization_id: organization.id,
      integration_id: integration.id,
      request_id: this.#request.id,
      ...(traceparent !== undefined && { traceparent }),
      ...{ member_id, role, user_id },
      ...(operation.access === 'write' && {
        actor: { kind: 'user', id: this.session.account.id, from: this.#request.ip },
      }),
    };
    return ask(this.#messaging, operation, caller as CallerOf<O>, input);
  }

  /** Asks directory about the session itself. */
  askConsole<O extends ConsoleOperation>(operation: O, input: InputOf<O>): Promise<OutputOf<O>> {
    return askAsConsole(this.#messaging, this.#request, operation, input);
  }
}

/** Belongs to an organization that has no integration yet, or to nothing any more. */
export class NoPlace extends Error {}

export function sha256Of(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  // Without what cannot be stored or shown.
  const browser = (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 256);
  return { address: ip.slice(0, 128), browser };
}
