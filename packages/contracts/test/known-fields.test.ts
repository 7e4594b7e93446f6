import { Type } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { knownFields } from '../src/known-fields.ts';
import { Nullable } from '../src/text.ts';

const schema = Type.Object({
  name: Type.String(),
  rooms: Type.Optional(Nullable(Type.Array(Type.Object({ floor: Type.Integer() })))),
});

t.test(
  'fields that no schema names are dropped at every level, those that every object inherits among them',
  async (t) => {
    const inherited = '{"constructor":1,"toString":2,"hasOwnProperty":3,"__proto__":{"x":4}';
    const value = JSON.parse(`${inherited},"name":"a","more":[],"rooms":[{"floor":1,"valueOf":5}]}`);
    t.strictSame(knownFields(schema, value), { name: 'a', rooms: [{ floor: 1 }] });
    t.strictSame(knownFields(schema, { name: 'a', rooms: null }), { name: 'a', rooms: null });
    t.strictSame(knownFields(schema, { name: 'a' }), { name: 'a' });
  },
);

t.test('known fields stay as they are, whatever comes with them', async () => {
  const known = fc.record({ name: fc.string() }, { noNullPrototype: true });
  fc.assert(
    fc.property(
      known,
      fc.dictionary(
        fc.string().filter((key) => key !== 'rooms'),
        fc.anything(),
      ),
      (value, more) => {
        const cleaned = knownFields(schema, { ...more, ...value });
        return (
          cleaned.name === value.name &&
          Object.keys(cleaned).every((key) => key === 'name' || key === 'rooms')
        );
      },
    ),
  );
});
