import { type Endpoint, type ErrorExample, errorsOf } from '@debrief/contracts/endpoints/define';
import {
  BODY_TOO_LARGE,
  DebriefError,
  type ErrorDefinition,
  HEADERS_TOO_LARGE,
  INTERNAL,
  RATE_LIMITED,
  READ_ONLY_KEY,
  REQUEST_TIMEOUT,
  TIMED_OUT,
  UNAUTHENTICATED,
  UNAVAILABLE,
  UNSUPPORTED_MEDIA_TYPE,
} from '@debrief/contracts/errors';
import { acceptedForms } from '@debrief/contracts/identifiers';
import type { TSchema } from '@sinclair/typebox';
import { type ErrorBody, errorBody } from '../http/error-replies.ts';
import type { Json } from './json-schema.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'Malformed request, bad parameter, invalid identifier or bad cursor',
  401: 'API key missing, invalid, revoked or expired',
  403: 'Not allowed',
  404: 'Not found for this API key',
  408: 'The request took too long to arrive',
  409: 'Conflicts with the present state',
  413: 'The body is too large',
  415: 'The body is not JSON',
  429: 'Too many requests',
  431: 'The headers are too large',
  500: 'Unexpected error; try again with exponential back-off',
  503: 'Temporarily unavailable',
  504: 'Not answered in time',
};

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
const retryAfter = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } };
const moreHeaders: Readonly<Record<number, Json>> = {
  401: { 'www-authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
  429: retryAfter,
  503: retryAfter,
};

/** Errors that are the same wherever they are answered, by the name of their response. */
const shared: Readonly<Record<string, ErrorDefinition>> = {
  Unauthenticated: UNAUTHENTICATED,
  ReadOnlyKey: READ_ONLY_KEY,
  BodyTooLarge: BODY_TOO_LARGE,
  UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE,
  RateLimited: RATE_LIMITED,
  Internal: INTERNAL,
  Unavailable: UNAVAILABLE,
  TimedOut: TIMED_OUT,
  RequestTimeout: REQUEST_TIMEOUT,
  HeadersTooLarge: HEADERS_TOO_LARGE,
};

/** The responses that endpoints refer to. */
export function sharedResponses(): Json {
  const declared = Object.entries(shared).map(([name, error]) => [
    name,
    errorResponse(error.status, { [error.code]: { value: exampleBody({ error: error as never }) } }),
  ]);
  return Object.fromEntries(declared);
}

/** Every reply of an endpoint, by status: those of success, then each error with an example. */
export function responsesOf(endpoint: Endpoint, schemaOf: (schema: TSchema) => Json): Json {
  const replies = Object.entries(endpoint.replies).map(
    ([status, { description, headers, schema, example }]) => [
      status,
      {
        description,
        headers: { ...requestId, ...headersOf(headers) },
        ...(schema !== undefined && {
          content: { 'application/json': { schema: schemaOf(schema), example } },
        }),
      },
    ],
  );
  const byStatus = Map.groupBy(errorsOf(endpoint), ({ error }) => error.status);
  const errors = [...byStatus].map(([status, examples]) => [status, referred(examples) ?? own(examples)]);
  return Object.fromEntries([...replies, ...errors]);

  function own(examples: readonly ErrorExample[]): Json {
    const bodies = examples.map((one) => [one.error.code, { value: exampleBody(one, endpoint) }]);
    return errorResponse(examples[0]?.error.status ?? 500, Object.fromEntries(bodies));
  }
}

function headersOf(headers: Readonly<Record<string, string>> = {}): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function referred(examples: readonly ErrorExample[]): Json | null {
  const name = Object.keys(shared).find((key) => shared[key]?.code === examples[0]?.error.code);
  return name === undefined || examples.length > 1 ? null : refer(name);
}

function refer(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

function errorResponse(status: number, examples: Json): Json {
  return {
    description: titles[status],
    headers: { ...requestId, ...moreHeaders[status] },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
  };
}

function exampleBody({ error, details }: ErrorExample, endpoint?: Endpoint): ErrorBody {
  const accepted = endpoint?.identifies === undefined ? undefined : acceptedForms(endpoint.identifies);
  return errorBody(new DebriefError(error as never, (details ?? { accepted }) as never));
}
