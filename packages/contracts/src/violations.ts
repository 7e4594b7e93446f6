import { KindGuard, type TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { formats, UUID_PATTERN } from './text.ts';

/** Enough to correct a request; a body of 100 wrong items does not need 100 sentences. */
const VIOLATIONS_MAX = 50;

/**
 * Every way in which a value breaks its schema, one sentence a field, in the order of the schema:
 * `duration_seconds is required`, `contact_emails.2 must be a string of 1 to 512 characters`.
 */
export function violationsOf(schema: TSchema, value: unknown): string[] {
  const sentences = new Map<string, string>();
  for (const error of Value.Errors(schema, value)) {
    for (const { path, schema: broken, missing, badText } of innermost(error)) {
      const field = fieldName(path);
      if (sentences.has(field)) continue;
      const subject = field === '' ? 'The body' : field;
      sentences.set(
        field,
        missing ? `${subject} is required` : `${subject} must be ${expectation(broken, badText)}`,
      );
      if (sentences.size >= VIOLATIONS_MAX) return [...sentences.values()];
    }
  }
  return [...sentences.values()];
}

interface Broken {
  path: string;
  schema: TSchema;
  missing: boolean;
  /** The text itself cannot be stored, apart from its length. */
  badText: boolean;
}

/** A nullable field fails as a union; the violation is that of its other side. */
function innermost(error: ValueError): Broken[] {
  const side = error.type === ValueErrorType.Union ? nullableSide(error.schema) : null;
  const nested = side === null || error.value === undefined ? [] : [...Value.Errors(side, error.value)];
  if (nested.length === 0) return [describe(error, error.path, error.schema)];
  return nested.map((inner) =>
    describe(inner, error.path + inner.path, inner.path === '' ? error.schema : inner.schema),
  );
}

function describe(error: ValueError, path: string, schema: TSchema): Broken {
  return {
    path,
    schema,
    missing: error.type === ValueErrorType.ObjectRequiredProperty,
    badText: error.type === ValueErrorType.StringFormat,
  };
}

function nullableSide(schema: TSchema): TSchema | null {
  if (!KindGuard.IsUnion(schema)) return null;
  const sides = schema.anyOf.filter((side) => !KindGuard.IsNull(side));
  return sides.length === 1 && sides.length < schema.anyOf.length ? (sides[0] ?? null) : null;
}

/** What the schema expects, in words that continue "must be". Never repeats the value, which may be a secret. */
export function expectation(schema: TSchema, badText = false): string {
  const side = nullableSide(schema);
  if (side !== null) return `${expectation(side, badText)}, or null`;
  if (KindGuard.IsUnion(schema) && schema.anyOf.every((option) => KindGuard.IsLiteral(option))) {
    return `one of ${schema.anyOf.map((option) => String(option.const)).join(', ')}`;
  }
  if (KindGuard.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (KindGuard.IsString(schema)) return text(schema, badText);
  if (KindGuard.IsNumber(schema) || KindGuard.IsInteger(schema)) return number(schema);
  if (KindGuard.IsBoolean(schema)) return 'true or false';
  if (KindGuard.IsArray(schema)) {
    return schema.maxItems === undefined ? 'a list' : `a list of at most ${schema.maxItems} items`;
  }
  if (KindGuard.IsObject(schema)) return 'a JSON object';
  return 'of the documented type';
}

function text(schema: TSchema, badText: boolean): string {
  const { minLength, maxLength, format, pattern } = schema as {
    pattern?: string;
    minLength?: number;
    maxLength?: number;
    format?: string;
  };
  if (pattern === UUID_PATTERN) return 'a UUID';
  if (format === 'printable') return `${minLength ?? 0} to ${maxLength} printable characters`;
  if (format !== undefined && (badText || format !== 'text')) return formats[format as keyof typeof formats];
  if (pattern !== undefined) return `a string that matches ${pattern}`;
  if (maxLength !== undefined) return `a string of ${minLength ?? 0} to ${maxLength} characters`;
  return minLength === undefined ? 'a string' : `a string of at least ${minLength} characters`;
}

function number(schema: TSchema): string {
  const { minimum, exclusiveMinimum, maximum } = schema as Record<string, number | undefined>;
  const bounds = [
    minimum === undefined ? null : `at least ${minimum}`,
    exclusiveMinimum === undefined ? null : `greater than ${exclusiveMinimum}`,
    maximum === undefined ? null : `at most ${maximum}`,
  ].filter((bound) => bound !== null);
  const kind = KindGuard.IsInteger(schema) ? 'a whole number' : 'a number';
  return bounds.length === 0 ? kind : `${kind} ${bounds.join(' and ')}`;
}

/** A JSON pointer as a client names the field: `/ai_models/0/model` is `ai_models.0.model`. */
function fieldName(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}
