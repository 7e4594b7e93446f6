import { EXTERNAL_ID_MAX_LENGTH, formats } from '@debrief/contracts/text';
import { KindGuard, type TObject, type TSchema, type TString, type TUnion } from '@sinclair/typebox';

export type Json = { [key: string]: unknown };

/** Our formats by the name that JSON Schema knows them by; the others are described in words. */
const formatNames: Readonly<Record<string, string>> = {
  instant: 'date-time',
  'http-url': 'uri',
  'e-mail': 'email',
  uuid: 'uuid',
  'date-time': 'date-time',
  date: 'date',
  uri: 'uri',
};
/** Formats that need no description: lengths say enough. */
const PLAIN_FORMATS = ['text', 'printable', 'external-id'];

/**
 * A contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Schemas with a name become references.
 * @param reference the `$ref` of a named schema, null for the others.
 */
export function jsonSchema(schema: TSchema, reference: (schema: TSchema) => string | null): Json {
  const $ref = reference(schema);
  return $ref === null ? inline(schema, reference) : { $ref };
}

/** The schema itself, even if it has a name. */
export function inline(schema: TSchema, reference: (schema: TSchema) => string | null): Json {
  const described = schema.description === undefined ? {} : { description: schema.description };
  const fallback = schema.default === undefined ? {} : { default: schema.default };
  const more = { ...described, ...fallback };
  if (KindGuard.IsUnion(schema)) return { ...union(schema, reference), ...more };
  if (KindGuard.IsObject(schema)) return { ...object(schema, reference), ...more };
  if (KindGuard.IsArray(schema)) {
    const { maxItems, minItems } = schema;
    return {
      type: 'array',
      items: jsonSchema(schema.items, reference),
      ...kept({ minItems, maxItems }),
      ...more,
    };
  }
  if (KindGuard.IsLiteral(schema)) return { type: typeof schema.const, const: schema.const, ...more };
  if (KindGuard.IsString(schema)) return { ...text(schema), ...fallback };
  const { minimum, exclusiveMinimum, maximum } = schema;
  return { type: schema.type, ...kept({ minimum, exclusiveMinimum, maximum }), ...more };
}

function object(schema: TObject, reference: (schema: TSchema) => string | null): Json {
  const properties = Object.entries(schema.properties).map(
    ([name, property]) => [name, jsonSchema(property, reference)] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...((schema.required?.length ?? 0) > 0 && { required: schema.required }),
  };
}

function text(schema: TString): Json {
  const { minLength, maxLength, format, pattern, description } = schema;
  const name = format === undefined ? undefined : formatNames[format];
  const isPlain = format === undefined || name !== undefined || PLAIN_FORMATS.includes(format);
  const words = isPlain
    ? description
    : [description, `Must be ${formats[format as keyof typeof formats]}`].filter(Boolean).join('. ');
  const lengths =
    format === 'external-id' ? { minLength: 1, maxLength: EXTERNAL_ID_MAX_LENGTH } : { minLength, maxLength };
  // Only UUIDs have a pattern; their format says it better.
  return {
    type: 'string',
    ...kept({ ...lengths, format: pattern === undefined ? name : 'uuid', description: words }),
  };
}

function union(schema: TUnion, reference: (schema: TSchema) => string | null): Json {
  const sides = schema.anyOf.filter((side) => !KindGuard.IsNull(side));
  const isNullable = sides.length < schema.anyOf.length;
  if (sides.every((side) => KindGuard.IsLiteral(side))) {
    const values = sides.map((side) => side.const);
    return isNullable
      ? { type: ['string', 'null'], enum: [...values, null] }
      : { type: 'string', enum: values };
  }
  const [only] = sides;
  if (sides.length !== 1 || only === undefined) throw new TypeError('the reference cannot show this union');
  const side = jsonSchema(only, reference);
  if (!isNullable) return side;
  if (typeof side.type !== 'string') return nullable(side);
  return 'enum' in side
    ? { ...side, type: [side.type, 'null'], enum: [...(side.enum as unknown[]), null] }
    : { ...side, type: [side.type, 'null'] };
}

function nullable(side: Json): Json {
  return { anyOf: [side, { type: 'null' }] };
}

function kept(values: Json): Json {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
