import { DebriefError, VALIDATION_FAILED } from '@debrief/contracts/errors';
import { knownFields } from '@debrief/contracts/known-fields';
import { violationsOf } from '@debrief/contracts/violations';
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { FastifySchemaCompiler } from 'fastify';

/** A request that breaks its schema or its rules, with every violation. */
export class InvalidRequest extends DebriefError<'VALIDATION_FAILED', { violations: string[] }> {
  readonly violations: readonly string[];

  constructor(violations: string[]) {
    super(VALIDATION_FAILED, { violations });
    this.violations = violations;
  }
}

/**
 * Bodies are taken as they are: `"12"` is not a number. Only query strings are coerced, because they hold nothing but
 * text. Keys that a schema does not name are dropped here, before anything is stored or forwarded.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const compiled = TypeCompiler.Compile(schema);
  const isQuery = httpPart === 'querystring';
  return (given: unknown) => {
    const value = isQuery
      ? coerceQuery(schema as TObject, given as Record<string, string | string[]>)
      : given;
    if (compiled.Check(value)) return { value: knownFields(schema, value) };
    const repeated = isQuery ? repeatedParameters(schema as TObject, given as Record<string, unknown>) : [];
    const violations = violationsOf(schema, value).filter(
      (violation) => !repeated.some((name) => violation.startsWith(`${name} `)),
    );
    return {
      error: new InvalidRequest([...repeated.map((name) => `${name} must be given once`), ...violations]),
    };
  };
};

function coerceQuery(schema: TObject, query: Record<string, string | string[]>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = query[name];
    if (text !== undefined) value[name] = typeof text === 'string' ? coerceText(property, text) : text;
    else if (property.default !== undefined) value[name] = property.default;
  }
  return value;
}

/** Plain decimal digits only, so that `0x10`, `1e1` and ` 5` are not numbers. */
function coerceText(schema: TSchema, text: string): unknown {
  if (KindGuard.IsInteger(schema)) return /^\d{1,3}$/.test(text) ? Number(text) : text;
  if (KindGuard.IsBoolean(schema)) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function repeatedParameters(schema: TObject, query: Record<string, unknown>): string[] {
  return Object.keys(schema.properties).filter((name) => Array.isArray(query[name]));
}
