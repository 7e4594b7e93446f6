import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  BODY_TOO_LARGE,
  DebriefError,
  type ErrorDefinition,
  EXPECTATION_FAILED,
  HEADERS_TOO_LARGE,
  INTERNAL,
  MALFORMED_REQUEST,
  METHOD_NOT_ALLOWED,
  RATE_LIMITED,
  READ_ONLY_KEY,
  REQUEST_TIMEOUT,
  ROUTE_NOT_FOUND,
  UNAUTHENTICATED,
  UNAVAILABLE,
  UNSUPPORTED_MEDIA_TYPE,
  VALIDATION_FAILED,
} from '@debrief/contracts/errors';
import { requestIdOf } from '@debrief/http-kit/request-ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { securityHeaders } from './security-headers.ts';

export const RETRY_AFTER_SECONDS = 1;

/** The one shape every error has on the wire, and in the reference. */
export interface ErrorBody {
  statusCode: number;
  error?: 'forbidden';
  message: string | string[];
}

export function errorBody({ definition, publicMessage }: DebriefError): ErrorBody {
  return {
    statusCode: definition.status,
    ...(definition.code === READ_ONLY_KEY.code && { error: 'forbidden' }),
    message: publicMessage,
  };
}

/** What Fastify itself refuses, in our words; its own messages name internals. */
const fastifyErrors: Record<string, () => DebriefError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new DebriefError(BODY_TOO_LARGE),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new DebriefError(UNSUPPORTED_MEDIA_TYPE),
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalid('The body must be well-formed JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalid('The body must be a JSON object'),
};

function invalid(violation: string): DebriefError {
  return new DebriefError(VALIDATION_FAILED, { violations: [violation] });
}

/** Anything thrown, as a declared error: the cause stays in the log, nothing internal reaches the client. */
function declared(error: unknown): DebriefError {
  if (error instanceof DebriefError) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = fastifyErrors[code ?? ''];
  if (known !== undefined) return known();
  const isClientFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return new DebriefError(isClientFault ? MALFORMED_REQUEST : INTERNAL);
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = declared(error);
  const { definition } = failure;
  // A refusal for want of room has no cause to tell: during an overload its stack would cost more than the answer.
  const isRefusal = definition.code === UNAVAILABLE.code && failure.cause === undefined;
  if (isRefusal) request.log.warn({ code: definition.code }, 'request refused');
  else if (definition.status >= 500)
    request.log.error({ err: error, code: definition.code }, 'request failed');
  if (definition.code === UNAUTHENTICATED.code) reply.header('www-authenticate', 'Bearer');
  const retryAfter = retryAfterSeconds(failure);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  // Fastify closes the connection on an unread body; a client that is still sending would get a reset instead of this
  // reply. Node reads the rest and drops it, within the request time-out.
  if (!request.raw.complete) reply.removeHeader('connection');
  reply
    .code(definition.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure)));
}

/** What a 429 or 503 says in Retry-After; null for every other error. */
function retryAfterSeconds({ definition, details }: DebriefError): number | null {
  if (definition.status !== RATE_LIMITED.status && definition.status !== UNAVAILABLE.status) return null;
  const given = (details as { retry_after_seconds?: unknown } | undefined)?.retry_after_seconds;
  return typeof given === 'number' ? given : RETRY_AFTER_SECONDS;
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendError(new DebriefError(ROUTE_NOT_FOUND), request, reply);
}

export function methodNotAllowed(reply: FastifyReply, allowed: readonly string[]): DebriefError {
  reply.header('allow', allowed.join(', '));
  return new DebriefError(METHOD_NOT_ALLOWED);
}

/** Only `100-continue` can be met; Node by itself would answer 417 without a body. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(errorBody(new DebriefError(EXPECTATION_FAILED)));
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestIdOf(request),
  };
  response.writeHead(EXPECTATION_FAILED.status, headers).end(body);
}

/** What the HTTP parser refuses never becomes a request, so the reply is written to the socket by hand. */
export function answerParserError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const definition = parserErrors[error.code ?? ''] ?? MALFORMED_REQUEST;
  const { status } = definition;
  const body = JSON.stringify(errorBody(new DebriefError(definition)));
  const id = requestIdOf({ headers: {} });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${id}\r\nconnection: close\r\n` +
      `${securityHeaderLines}\r\n${body}`,
  );
}

const securityHeaderLines = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const parserErrors: Readonly<Record<string, ErrorDefinition>> = {
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: REQUEST_TIMEOUT,
};
