import type { Test } from 'tap';
import { uuid } from './uuid.ts';

// biome-ignore lint/suspicious/noExplicitAny: a resource as a black box answers it.
type Resource = any;

/** The field, what it is, and its value where it was given and where nothing was. */
export type FieldRow = [field: string, sentence: string, value: unknown, withoutOne: unknown];

/** A test for each row of the table of a person's fields, and for the id and the date that every person has. */
export function fieldRules(
  t: Test,
  o: {
    /** As the specification writes it. */
    name: 'Contact' | 'User';
    resource: Resource;
    /** One of which only what is required was given. */
    bare: Resource;
    rows: readonly FieldRow[];
    /** The id that a call says of the same person. */
    idOfCall: string;
    /** When the test began, before the person was there. */
    beforeMs: number;
    /** How many fields there are in all. */
    count: number;
  },
): void {
  const { name, resource, bare, rows, count } = o;
  for (const [field, sentence, value, withoutOne] of rows) {
    t.test(`${name}.${field} ${sentence}`, async (t) => {
      t.strictSame(resource[field], value);
      t.strictSame(bare[field], withoutOne);
    });
  }
  t.test(`${name}.id is a UUID, that of the calls of the person`, async (t) => {
    t.match(resource.id, uuid);
    t.equal(resource.id, o.idOfCall);
  });
  t.test(`${name}.created_date is an ISO-8601 instant, when the person came`, async (t) => {
    const createdMs = Date.parse(resource.created_date);
    t.equal(new Date(resource.created_date).toISOString(), resource.created_date);
    t.ok(createdMs >= o.beforeMs - 1000 && createdMs <= Date.now());
  });
  t.test(`a ${name} has these ${count} fields`, async (t) => {
    const names = ['id', ...rows.map(([field]) => field), 'created_date'];
    t.strictSame(Object.keys(resource).sort(), names.sort());
    t.equal(names.length, count);
  });
}
