import { type BodyOf, type Endpoint, pathParameter, type QueryOf } from '@debrief/contracts/endpoints/define';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from './gateway.ts';
import { InvalidRequest } from './validation.ts';

/** A request that fits its endpoint's contract. */
interface EndpointRequest<E extends Endpoint> extends Pick<FastifyRequest, 'caller' | 'integration'> {
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The percent-decoded parameter of the path; empty where it has none. */
  readonly identifier: string;
}

export interface RouteOptions<E extends Endpoint> {
  /**
   * What a schema cannot know, as sentences. Runs on whatever was sent, also when the schema refused it, so that a
   * client reads every violation at once.
   */
  rules?(request: Pick<FastifyRequest, 'body' | 'query' | 'integration'>): string[];
  handle(request: EndpointRequest<E>, reply: FastifyReply): Promise<unknown>;
}

/** Serves an endpoint of the contract. What `handle` answers is sent with 200; bytes are JSON already. */
export function route<E extends Endpoint>(
  gateway: Gateway,
  endpoint: E,
  { rules, handle }: RouteOptions<E>,
): void {
  const parameter = pathParameter(endpoint);
  gateway.route({
    method: endpoint.method,
    url: endpoint.path.replace(`{${parameter}}`, `:${parameter}`),
    schema: {
      querystring: endpoint.query,
      ...(endpoint.body !== undefined && { body: endpoint.body }),
    },
    attachValidation: true,
    handler: async (request, reply) => {
      const violations = [
        ...(hasDecodableQuery(request.raw.url) ? [] : ['The query must be valid percent-encoded UTF-8']),
        ...(request.validationError instanceof InvalidRequest ? request.validationError.violations : []),
        ...(rules?.(request) ?? []),
      ];
      if (violations.length > 0) throw new InvalidRequest(violations);
      if (request.validationError !== undefined) throw request.validationError;
      const { caller, integration } = request;
      const { [parameter ?? '']: identifier = '' } = request.params as Record<string, string>;
      const answer = await handle(
        {
          caller,
          integration,
          identifier,
          query: request.query as QueryOf<E>,
          body: request.body as BodyOf<E>,
        },
        reply,
      );
      if (answer instanceof Uint8Array) reply.type('application/json; charset=utf-8');
      return answer;
    },
  });
}

/** The parser of query strings is lenient: it leaves `%zz` as it stands and makes U+FFFD of what is no UTF-8. */
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
