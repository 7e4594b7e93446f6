import type { Static, TObject } from '@sinclair/typebox';

/**
 * The fields of a change that its schema names, whatever else came with them. Each becomes a column, and `Value.Clean`
 * lets `constructor` and the other names that every object inherits through.
 */
export function givenFields<S extends TObject>(schema: S, change: Static<S>): Static<S> {
  const names = Object.keys(schema.properties).filter((name) => Object.hasOwn(change, name));
  return Object.fromEntries(names.map((name) => [name, change[name as keyof Static<S>]])) as Static<S>;
}
