import { endpoints } from '@debrief/contracts/endpoints/all';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Value } from '@sinclair/typebox/value';
import t from 'tap';
import { openApiDocument } from '../../src/openapi/document.ts';

const document = openApiDocument();

t.test('a public linter has no complaint about the document', async (t) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  t.strictSame(
    problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
    [],
  );
});

t.test('every example in the document fits its schema', async (t) => {
  for (const { id, body, bodyExample, replies } of endpoints) {
    if (body !== undefined) t.strictSame([...Value.Errors(body, bodyExample)], [], `body of ${id}`);
    for (const [status, { schema, example }] of Object.entries(replies)) {
      if (schema === undefined) continue;
      t.strictSame([...Value.Errors(schema, example)], [], `${status} of ${id}`);
    }
  }
});

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  responses: Record<string, unknown>;
}

t.test('every operation has a name, a description, its errors and both ways to send a key', async (t) => {
  const paths = Object.values(document.paths as Record<string, Record<string, Operation>>);
  const operations = paths.flatMap((methods) => Object.entries(methods));
  t.equal(operations.length, endpoints.length);
  for (const [method, { operationId, summary, description, responses }] of operations) {
    t.ok(operationId && summary && description, operationId);
    for (const status of ['400', '401', '429', '500', '503', '504']) t.ok(responses[status], operationId);
    t.equal('403' in responses, method !== 'get' || operationId === 'getCallTranscript', operationId);
  }
  t.strictSame(document.security, [{ apiKey: [] }, { bearer: [] }]);
});

/** Paths of fields that the reference shows without a description. */
function undescribed(schema: Record<string, never>, at: string): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Record<string, Record<string, never>>;
  const fields = Object.entries(properties as Record<string, Record<string, never>>);
  return [
    ...fields.flatMap(([name, field]) => [
      ...(field.description || field.$ref || field.properties ? [] : [`${at}.${name}`]),
      ...undescribed(field, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : undescribed(items, `${at}[]`)),
    ...(anyOf as Record<string, never>[]).flatMap((side) => undescribed(side, at)),
  ];
}

t.test('every field and parameter has a description', async (t) => {
  const { schemas } = document.components as { schemas: Record<string, Record<string, never>> };
  t.strictSame(
    Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema, name)),
    [],
  );
  const silent = endpoints.flatMap(({ id, query }) =>
    Object.entries(query.properties).flatMap(([name, { description }]) =>
      description ? [] : [`${id}?${name}`],
    ),
  );
  t.strictSame(silent, []);
});
