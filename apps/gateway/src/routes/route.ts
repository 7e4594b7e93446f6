import type { InputOf } from '@debrief/contracts/define';
import {
  type BodyOf,
  type Endpoint,
  type IdentifierOf,
  pathParameter,
  type QueryOf,
} from '@debrief/contracts/endpoints/define';
import { requireIdentifier } from '@debrief/contracts/identifiers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../gateway-deps.ts';
import type { Gateway } from '../http/gateway.ts';
import { InvalidRequest } from '../http/validation.ts';
import { type IntegrationOperation, Services } from './services.ts';

/** A request that fits its endpoint's contract. */
interface EndpointRequest<E extends Endpoint> extends Pick<FastifyRequest, 'caller' | 'integration'> {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The parameter of the path, parsed as what the endpoint identifies. */
  readonly identifier: IdentifierOf<E>;
  readonly services: Services;
}

export interface RouteOptions<E extends Endpoint> {
  /**
   * What a schema cannot know, as sentences. Runs on anything that was sent, also when the schema refused it, so that
   * a client reads every violation at once.
   */
  rules?(request: Pick<FastifyRequest, 'body' | 'query' | 'integration'>): string[];
  /** Bytes are sent as JSON. The status is the first of the contract's replies, unless set on the reply. */
  handle(request: EndpointRequest<E>, reply: FastifyReply): Promise<unknown>;
}

/** Adds its endpoint to the server. */
export type Route = (api: Gateway, deps: GatewayDeps) => void;

/** Answers what one operation answers, byte for byte. `inputOf` may ask another service first, for a user's id say. */
export function forward<E extends Endpoint, O extends IntegrationOperation>(
  endpoint: E,
  operation: O,
  inputOf: (request: EndpointRequest<E>) => InputOf<O> | Promise<InputOf<O>>,
): Route {
  return route(endpoint, () => ({
    handle: async (request) => request.services.requestBytes(operation, await inputOf(request)),
  }));
}

/** Serves an endpoint of the contract. */
export function route<E extends Endpoint>(endpoint: E, build: (deps: GatewayDeps) => RouteOptions<E>): Route {
  const { identifies } = endpoint;
  const parameter = pathParameter(endpoint);
  const status = Number(Object.keys(endpoint.replies)[0]);
  const schema = {
    querystring: endpoint.query,
    ...(endpoint.body !== undefined && { body: endpoint.body }),
  };
  return (api, deps) => {
    const { rules, handle } = build(deps);
    api.route({
      method: endpoint.method,
      url: endpoint.path.replace(`{${parameter}}`, `:${parameter}`),
      schema,
      attachValidation: true,
      handler: async (request, reply) => {
        const violations = [
          ...(hasDecodableQuery(request.raw.url) ? [] : ['The query must be valid percent-encoded UTF-8']),
          ...(request.validationError instanceof InvalidRequest ? request.validationError.violations : []),
          ...(rules?.(request) ?? []),
        ];
        if (violations.length > 0) throw new InvalidRequest(violations);
        if (request.validationError !== undefined) throw request.validationError;
        const { caller, integration, query, body } = request;
        const { [parameter ?? '']: raw = '' } = request.params as Record<string, string>;
        const identifier = identifies && requireIdentifier(identifies, raw);
        const services = new Services(deps.messaging, caller);
        reply.code(status);
        const answer = await handle(
          { caller, integration, query, body, identifier, services } as EndpointRequest<E>,
          reply,
        );
        if (answer instanceof Uint8Array) reply.type('application/json; charset=utf-8');
        return answer;
      },
    });
  };
}

/** The parser of query strings is lenient: it leaves `%zz` as it is and turns invalid UTF-8 into U+FFFD. */
function hasDecodableQuery(url = ''): boolean {
  const query = url.slice(url.indexOf('?') + 1);
  if (!url.includes('?') || !query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
