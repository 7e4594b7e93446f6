import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import {
  BODY_TOO_LARGE,
  type ErrorDefinition,
  HEADERS_TOO_LARGE,
  INTERNAL,
  INVALID_IDENTIFIER,
  MALFORMED_REQUEST,
  RATE_LIMITED,
  READ_ONLY_KEY,
  REQUEST_TIMEOUT,
  TIMED_OUT,
  UNAUTHENTICATED,
  UNAVAILABLE,
  UNSUPPORTED_MEDIA_TYPE,
  VALIDATION_FAILED,
} from '../errors.ts';
import type { IdentifiedResource, Identifier } from '../identifiers.ts';

export const tags = {
  Calls: 'Submit recordings of sales calls, poll their processing, read transcripts and coaching',
  Roleplays: 'Recordings of AI-simulated training calls; submitted as calls with a roleplay category',
  Contacts: 'Leads and prospects',
  Users: 'Agents',
  Metrics: 'Figures over the calls of a user, a contact, a team or the integration',
  Invitations: 'Invite agents to the organization',
  Coaching: 'Periods of 1:1 coaching and their agendas',
} as const;
export type Tag = keyof typeof tags;

export interface ReplyDefinition {
  readonly description: string;
  /** Without one the reply has no body. */
  readonly schema?: TSchema;
  readonly example?: unknown;
  /** Besides those of every reply. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of an endpoint with the details its message is shown with in the reference. */
export interface ErrorExample {
  readonly error: ErrorDefinition<string, never>;
  readonly details?: unknown;
}

/** One method on one path of the public API: what the gateway serves and the reference shows. */
export interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path, parameters in braces. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** What the parameter in the path identifies. */
  readonly identifies?: IdentifiedResource;
  /** A property that has a default is optional to clients and always there for handlers. */
  readonly query: TObject;
  readonly body?: TSchema;
  readonly bodyExample?: unknown;
  /** By status; the first is the one that the gateway answers with unless a handler sets another. */
  readonly replies: Readonly<Record<number, ReplyDefinition>>;
  /** Besides those that every endpoint has. */
  readonly errors: readonly ErrorExample[];
}

export interface Endpoint extends EndpointDefinition {
  /** Name of the operation in the reference and in generated clients. */
  readonly id: string;
}

export type QueryOf<E extends Endpoint> = Static<E['query']>;
export type BodyOf<E extends Endpoint> = E extends { body: infer Body extends TSchema }
  ? Static<Body>
  : undefined;
/** What the parameter in the path means, parsed. */
export type IdentifierOf<E extends Endpoint> = E extends {
  identifies: infer Resource extends IdentifiedResource;
}
  ? Identifier<Resource>
  : undefined;

export const noQuery = Type.Object({});

/** The endpoints of a resource, in the order of the reference; the name of each is its id. */
export function defineEndpoints<const D extends Record<string, EndpointDefinition>>(
  definitions: D,
): { readonly [Id in keyof D & string]: D[Id] & { readonly id: Id } } {
  const named = Object.entries(definitions).map(([id, definition]) => [id, { id, ...definition }]);
  return Object.freeze(Object.fromEntries(named));
}

/** The name of the one parameter that a path has, if it has one. */
export function pathParameter({ path }: Endpoint): string | null {
  return /\{(\w+)\}/.exec(path)?.[1] ?? null;
}

/** Every error an endpoint may answer, those of all endpoints among them. */
export function errorsOf(endpoint: Endpoint): ErrorExample[] {
  return [
    ...(endpoint.identifies === undefined ? [] : [{ error: INVALID_IDENTIFIER }]),
    { error: VALIDATION_FAILED, details: { violations: [exampleViolation(endpoint)] } },
    { error: MALFORMED_REQUEST },
    { error: UNAUTHENTICATED },
    ...(endpoint.method === 'GET' ? [] : [{ error: READ_ONLY_KEY }]),
    ...endpoint.errors,
    ...(endpoint.method === 'GET' ? [] : [{ error: BODY_TOO_LARGE }, { error: UNSUPPORTED_MEDIA_TYPE }]),
    { error: REQUEST_TIMEOUT },
    { error: HEADERS_TOO_LARGE },
    { error: RATE_LIMITED },
    { error: INTERNAL },
    { error: UNAVAILABLE },
    { error: TIMED_OUT },
  ];
}

function exampleViolation({ body, query }: Endpoint): string {
  const schema = body ?? query;
  const field = Object.keys((schema as TObject).properties ?? {})[0];
  if (field === undefined) return 'The path must be valid percent-encoded UTF-8';
  return body === undefined ? `${field} must be given once` : `${field} must be a string`;
}
