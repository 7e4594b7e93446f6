import { Text } from '@debrief/contracts/text';
import { Type } from '@sinclair/typebox';
import t from 'tap';
import { compileValidator, InvalidRequest } from '../../src/http/validation.ts';

const query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  incoming: Type.Optional(Type.Boolean()),
  name: Type.Optional(Text()),
});
const validateQuery = compileValidator({ schema: query, httpPart: 'querystring', method: 'GET', url: '/' });
const body = Type.Object({ count: Type.Integer(), nested: Type.Object({ name: Text() }) });
const validateBody = compileValidator({ schema: body, httpPart: 'body', method: 'POST', url: '/' });

function violations(result: unknown): readonly string[] {
  const { error } = result as { error?: unknown };
  return error instanceof InvalidRequest ? error.violations : [];
}

t.test(
  'a query string is coerced to plain numbers and booleans, and unknown parameters are ignored',
  async (t) => {
    t.strictSame(validateQuery({ limit: '50', incoming: 'false', name: 'x', other: 'y' }), {
      value: { limit: 50, incoming: false, name: 'x' },
    });
    for (const limit of ['0', '101', '0x10', '1e1', ' 5', '5.0', '', '-1', '٣']) {
      t.strictSame(
        violations(validateQuery({ limit })),
        ['limit must be a whole number at least 1 and at most 100'],
        limit,
      );
    }
    t.strictSame(violations(validateQuery({ incoming: '1' })), ['incoming must be true or false']);
  },
);

t.test('a scalar parameter given twice is refused', async (t) => {
  t.strictSame(violations(validateQuery({ limit: ['1', '2'], name: '\u0000' })), [
    'limit must be given once',
    'name must be text without NUL and without unpaired surrogates',
  ]);
});

t.test('a body is not coerced, and unknown keys are dropped at every level', async (t) => {
  t.strictSame(validateBody({ count: 1, nested: { name: 'x', more: 1 }, deep: [[[[]]]] }), {
    value: { count: 1, nested: { name: 'x' } },
  });
  t.strictSame(violations(validateBody({ count: '1', nested: {} })), [
    'count must be a whole number',
    'nested.name is required',
  ]);
});

t.test('an unknown key nested a hundred thousand deep is dropped like any other', async (t) => {
  const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  t.strictSame(validateBody({ count: 1, nested: { name: 'x' }, deep }), {
    value: { count: 1, nested: { name: 'x' } },
  });
});
