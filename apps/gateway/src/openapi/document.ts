import { endpoints } from '@debrief/contracts/endpoints/all';
import { type Endpoint, pathParameter, tags } from '@debrief/contracts/endpoints/define';
import { acceptedForms } from '@debrief/contracts/identifiers';
import type { TSchema } from '@sinclair/typebox';
import { componentSchemas } from './component-schemas.ts';
import { inline, type Json, jsonSchema } from './json-schema.ts';
import { responsesOf, sharedResponses } from './responses.ts';

/** By content: a schema that was made optional or put into another one is a copy. */
const names = new Map(
  Object.entries(componentSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

function reference(schema: TSchema): string | null {
  const name = names.get(JSON.stringify(schema));
  return name === undefined ? null : `#/components/schemas/${name}`;
}

/** The document as it is checked in and served. */
export const documentFile = new URL('../../openapi.json', import.meta.url);

const description = `Debrief coaches sales calls: submit a recording by URL, poll its analysis, read who said what and what to do better.

Every request carries an API key, as \`x-api-key: KEY\` or \`Authorization: Bearer KEY\`. A key reaches the data of one integration. A read-only key is refused on POST, PUT and DELETE.

Lists answer \`{data, pagination}\`; repeat all filters with each \`cursor\`. Every error is \`{statusCode, message}\`, where \`message\` is a string or a list of strings. Unknown paths answer 404, other methods on a known path 405 with \`Allow\`. Every reply names its request in \`x-request-id\`.`;

/** The public API as an OpenAPI 3.1 document, generated from the contracts alone. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Debrief',
      version: '1.0.0',
      summary: 'Call coaching with evidence',
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1', description: 'This server' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    security: [{ apiKey: [] }, { bearer: [] }],
    paths,
    components: components(),
  };
}

function operation(endpoint: Endpoint): Json {
  const { id, tag, summary, body, bodyExample } = endpoint;
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
  const schemaOf = (schema: TSchema): Json => jsonSchema(schema, reference);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: endpoint.description,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body), example: bodyExample } },
      },
    }),
    responses: responsesOf(endpoint, schemaOf),
  };
}

function pathParameters(endpoint: Endpoint): Json[] {
  const name = pathParameter(endpoint);
  const { identifies } = endpoint;
  if (name === null || identifies === undefined) return [];
  const forms = acceptedForms(identifies);
  const isUuid = forms.length === 1;
  return [
    {
      name,
      in: 'path',
      required: true,
      description: isUuid
        ? `Id of the ${identifies}`
        : `One of ${forms.map((form) => `\`${form}\``).join(', ')}`,
      schema: isUuid ? { type: 'string', format: 'uuid' } : { type: 'string', minLength: 1 },
    },
  ];
}

function queryParameters({ query }: Endpoint): Json[] {
  return Object.entries(query.properties).map(([name, property]) => {
    const { description: text, ...schema } = inline(property, reference);
    return { name, in: 'query', required: false, ...(text !== undefined && { description: text }), schema };
  });
}

function components(): Json {
  const named = Object.entries(componentSchemas).map(([name, schema]) => [name, inline(schema, reference)]);
  return {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key as it is' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same API key as a bearer token' },
    },
    headers: {
      RequestId: {
        description: "The client's own request id when it is sane, else a new one",
        schema: { type: 'string' },
      },
      WwwAuthenticate: { description: 'Always `Bearer`', schema: { type: 'string' } },
      RetryAfter: { description: 'Seconds to wait', schema: { type: 'string' } },
    },
    responses: sharedResponses(),
    schemas: { ...Object.fromEntries(named), Error: errorSchema },
  };
}

const errorSchema = {
  type: 'object',
  description: 'The one shape of every error',
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status' },
    error: { type: 'string', const: 'forbidden', description: 'Only for a read-only key on a write' },
    message: {
      description: 'What is wrong; a list names each violated field',
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    },
  },
  required: ['statusCode', 'message'],
};
