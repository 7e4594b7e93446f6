import { KindGuard, type TArray, type TObject, type TSchema } from '@sinclair/typebox';
import { ValueErrorType } from '@sinclair/typebox/errors';
import { Value } from '@sinclair/typebox/value';
import { formats, UUID_PATTERN } from './text.ts';

/** Enough to correct a request; a body of 100 wrong items does not need 100 sentences. */
const VIOLATIONS_MAX = 50;
/** Values looked at, so that the work is bounded whatever a schema allows; the largest valid body has some 300. */
const VISITS_MAX = 10_000;

/**
 * The ways in which a value breaks its schema, one sentence a field, in the order of the schema:
 * `duration_seconds is required`, `contact_emails.2 must be a string of 1 to 512 characters`. A list that is too long
 * is one violation; its items are not looked at.
 */
export function violationsOf(schema: TSchema, value: unknown): string[] {
  const search = new Search();
  search.visit(schema, value, '', schema);
  return search.sentences();
}

class Search {
  readonly #sentences = new Map<string, string>();
  #visits = 0;

  sentences(): string[] {
    const found = [...this.#sentences.values()];
    return found.length === 0 && this.#visits >= VISITS_MAX ? ['The body has too many values'] : found;
  }

  /** @param shown what the field may be: the union where `schema` is the one side of it that is not null. */
  visit(schema: TSchema, value: unknown, field: string, shown: TSchema): void {
    if (this.#isOver()) return;
    this.#visits += 1;
    const side = nullableSide(schema);
    if (side !== null) {
      if (value !== null) this.visit(side, value, field, schema);
    } else if (KindGuard.IsObject(schema)) {
      if (isRecord(value)) this.#visitFields(schema, value, field);
      else this.#refuse(field, shown);
    } else if (KindGuard.IsArray(schema)) {
      if (Array.isArray(value) && isCountAllowed(schema, value.length)) {
        this.#visitItems(schema, value, field, shown);
      } else this.#refuse(field, shown);
    } else this.#visitOther(schema, value, field, shown);
  }

  #visitFields(schema: TObject, value: Record<string, unknown>, field: string): void {
    const required = new Set(schema.required);
    for (const [name, property] of Object.entries(schema.properties)) {
      const path = field === '' ? name : `${field}.${name}`;
      const given = value[name];
      if (given !== undefined) this.visit(property, given, path, property);
      else if (required.has(name)) this.#add(path, 'is required');
    }
    if (schema.additionalProperties !== false) return;
    for (const name in value) {
      if (this.#isOver()) return;
      this.#visits += 1;
      if (!Object.hasOwn(schema.properties, name))
        this.#add(below(field, `/${name}`), 'is not a known field');
    }
  }

  #visitItems(schema: TArray, items: readonly unknown[], field: string, shown: TSchema): void {
    for (let index = 0; index < items.length && !this.#isOver(); index += 1) {
      this.visit(schema.items, items[index], `${field}.${index}`, schema.items);
    }
    if (schema.uniqueItems === true && !Value.Check(schema, items)) this.#refuse(field, shown);
  }

  #visitOther(schema: TSchema, value: unknown, field: string, shown: TSchema): void {
    for (const { path, type, schema: broken } of Value.Errors(schema, value)) {
      // The text itself cannot be stored, apart from its length.
      const badText = type === ValueErrorType.StringFormat;
      this.#refuse(below(field, path), path === '' ? shown : broken, badText);
      if (this.#isOver()) return;
    }
  }

  #isOver(): boolean {
    return this.#sentences.size >= VIOLATIONS_MAX || this.#visits >= VISITS_MAX;
  }

  #refuse(field: string, schema: TSchema, badText = false): void {
    this.#add(field, `must be ${expectation(schema, badText)}`);
  }

  #add(field: string, violation: string): void {
    if (this.#isOver() || this.#sentences.has(field)) return;
    this.#sentences.set(field, `${field === '' ? 'The body' : field} ${violation}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCountAllowed(
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY }: TArray,
  count: number,
): boolean {
  return count >= minItems && count <= maxItems;
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

/** A JSON pointer below a field, as a client names it: `/0/model` of `ai_models` is `ai_models.0.model`. */
function below(field: string, pointer: string): string {
  const steps = pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return field === '' ? steps.slice(1) : field + steps;
}
