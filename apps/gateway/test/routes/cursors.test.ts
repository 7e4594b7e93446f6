import { isDeepStrictEqual } from 'node:util';
import { DebriefError } from '@debrief/contracts/errors';
import fc from 'fast-check';
import t from 'tap';
import { createCursors } from '../../src/routes/cursors.ts';

const position = { created_date: '2026-11-20T10:00:00.123456Z', id: '01890a5d-ac96-774b-bcce-b302099a8057' };
const scope = {
  endpoint: 'calls',
  integrationId: 'one',
  sort: 'asc',
  filters: { status: 'FAILED', user_id: undefined },
};
/** Any text, lone surrogates among it. Made by hand: `unit: 'binary'` of fast-check takes a second to set up. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
});
const cursors = createCursors(['first-secret-0001', 'second-secret-002']);

t.test('a cursor opens in the scope it was made for', async (t) => {
  const cursor = cursors.sign(position, scope);
  t.strictSame(cursors.open(cursor, scope), position);
  t.strictSame(cursors.open(cursor, { ...scope, filters: { status: 'FAILED' } }), position);
});

t.test('a cursor opens in no other scope', async (t) => {
  const cursor = cursors.sign(position, scope);
  for (const change of [
    { endpoint: 'users' },
    { integrationId: 'two' },
    { sort: 'desc' },
    { filters: {} },
    { filters: { status: 'FAILED', incoming: true } },
  ]) {
    t.throws(() => cursors.open(cursor, { ...scope, ...change }), DebriefError, JSON.stringify(change));
  }
});

t.test('a cursor opens in a scope exactly when it is the scope it was made for', async () => {
  const plain = { noNullPrototype: true };
  const scopes = fc.record(
    {
      endpoint: fc.constantFrom('listCalls', 'listUsers'),
      integrationId: fc.constantFrom('one', 'two'),
      sort: fc.constantFrom('asc', 'desc'),
      filters: fc.dictionary(fc.constantFrom('name', 'email'), fc.string(), { maxKeys: 2, ...plain }),
    },
    plain,
  );
  const positions = fc.record({ created_date: fc.constant(position.created_date), id: fc.uuid() }, plain);
  fc.assert(
    fc.property(positions, scopes, scopes, (where, made, used) => {
      const cursor = cursors.sign(where, made);
      try {
        return isDeepStrictEqual(cursors.open(cursor, used), where) && isDeepStrictEqual(made, used);
      } catch {
        return !isDeepStrictEqual(made, used);
      }
    }),
  );
});

t.test('secrets rotate: an old one still opens what it signed, a removed one does not', async (t) => {
  const old = createCursors(['second-secret-002']).sign(position, scope);
  t.strictSame(cursors.open(old, scope), position);
  const gone = createCursors(['removed-secret-03']).sign(position, scope);
  t.throws(() => cursors.open(gone, scope), DebriefError);
  t.throws(() => createCursors([]), TypeError);
});

t.test('a changed or invented cursor is refused as INVALID_CURSOR', async () => {
  const cursor = cursors.sign(position, scope);
  const refused = (text: string) => {
    try {
      cursors.open(text, scope);
      return false;
    } catch (error) {
      return error instanceof DebriefError && error.definition.code === 'INVALID_CURSOR';
    }
  };
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...'ABCxyz019-_='), (index, character) => {
      const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
      return changed === cursor || refused(changed);
    }),
  );
  fc.assert(fc.property(anyText, refused));
  fc.assert(fc.property(fc.constantFrom('=', 'A', ' ', '%'), (suffix) => refused(cursor + suffix)));
});
