import type { TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

const VIOLATIONS_MAX = 20;
const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

/** Compiled at the first use of the schema, then kept. */
export function checkOf(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = TypeCompiler.Compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

/** What is wrong, each naming its field: `limit: Expected integer to be less or equal to 100`. Empty: nothing is. */
export function violationsOf(schema: TSchema, value: unknown): string[] {
  const check = checkOf(schema);
  if (check.Check(value)) return [];
  const violations: string[] = [];
  for (const { path, message } of check.Errors(value)) {
    const field = path.slice(1).replaceAll('/', '.');
    violations.push(field === '' ? message : `${field}: ${message}`);
    if (violations.length === VIOLATIONS_MAX) break;
  }
  return violations;
}
