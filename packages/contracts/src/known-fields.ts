import { KindGuard, type Static, type TSchema } from '@sinclair/typebox';

/**
 * A value that fits its schema, reduced at every level to the fields that the schema names. `Value.Clean` of TypeBox
 * would keep fields named like inherited ones (`constructor`, `toString`).
 */
export function knownFields<S extends TSchema>(schema: S, value: Static<S>): Static<S> {
  return known(schema, value);
}

function known(schema: TSchema, value: unknown): unknown {
  if (KindGuard.IsUnion(schema)) {
    const side = schema.anyOf.find((one) => KindGuard.IsObject(one) || KindGuard.IsArray(one));
    return side === undefined || value === null ? value : known(side, value);
  }
  if (KindGuard.IsArray(schema)) {
    return (value as unknown[]).map((item) => known(schema.items, item));
  }
  if (!KindGuard.IsObject(schema)) return value;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => Object.hasOwn(given, name))
      .map(([name, property]) => [name, known(property, given[name])]),
  );
}
