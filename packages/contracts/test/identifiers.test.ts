import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import t from 'tap';
import { DebriefError } from '../src/errors.ts';
import { acceptedForms, IdentifierOf, parseIdentifier, requireIdentifier } from '../src/identifiers.ts';
import { isPrintableText } from '../src/text.ts';

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Any text, lone surrogates among it. Made by hand: `unit: 'binary'` of fast-check takes a second to set up. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
});

t.test('each resource accepts its own forms and no other', async (t) => {
  t.strictSame(parseIdentifier('call', uuid), { by: 'id', value: uuid });
  t.strictSame(parseIdentifier('call', uuid.toUpperCase()), { by: 'id', value: uuid });
  t.strictSame(parseIdentifier('call', `call_event_id:${uuid}`), { by: 'call_event_id', value: uuid });
  t.strictSame(parseIdentifier('call', 'external_recording_id:a:b/c'), {
    by: 'external_recording_id',
    value: 'a:b/c',
  });
  t.strictSame(parseIdentifier('contact', `id:${uuid}`), { by: 'id', value: uuid });
  t.strictSame(parseIdentifier('user', 'external_user_id:7'), { by: 'external_user_id', value: '7' });
  for (const raw of [
    `id:${uuid}`,
    'external_user_id:7',
    'call_event_id:7',
    'plain',
    '',
    ':',
    `urn:uuid:${uuid}`,
  ]) {
    t.equal(parseIdentifier('call', raw), null, raw);
  }
  t.equal(parseIdentifier('roleplay', 'external_recording_id:7'), null);
});

t.test('an external value is 1 to 255 printable characters', async (t) => {
  const parse = (value: string) => parseIdentifier('user', `external_user_id:${value}`);
  t.equal(parse(''), null);
  t.equal(parse('x'.repeat(255))?.value.length, 255);
  t.equal(parse('x'.repeat(256)), null);
  t.equal(parse('a\u0000b'), null);
  t.equal(parse('a\nb'), null);
  t.equal(parse('\ud800'), null);
  t.equal(parse('Ünïcødé 💬')?.value, 'Ünïcødé 💬');
});

t.test('parsing never throws, and returns a part of its input', async () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const identifier = parseIdentifier('call', raw);
      return identifier === null || raw.toLowerCase().endsWith(identifier.value.toLowerCase());
    }),
  );
});

t.test(
  'every form parses back to what it was made of, and no other resource accepts its prefix',
  async () => {
    const external = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((value) => isPrintableText(value) && value.length <= 255);
    const resource = fc.constantFrom('call', 'roleplay', 'contact', 'user', 'period', 'agenda');
    fc.assert(
      fc.property(resource, resource, fc.uuid(), external, (one, other, id, value) => {
        for (const form of acceptedForms(one)) {
          const raw = form.replace('{uuid}', id).replace('{string}', () => value);
          const parsed = parseIdentifier(one, raw);
          const prefix = form.includes(':') ? form.slice(0, form.indexOf(':')) : 'id';
          const expected = form.endsWith('{string}') ? value : id;
          if (parsed?.by !== prefix || parsed.value !== expected) return false;
          if (!acceptedForms(other).includes(form) && parseIdentifier(other, raw) !== null) return false;
        }
        return true;
      }),
    );
  },
);

t.test('the accepted forms are written as a client writes them', async (t) => {
  t.strictSame(acceptedForms('roleplay'), ['{uuid}', 'call_event_id:{uuid}']);
  t.strictSame(acceptedForms('contact'), ['{uuid}', 'id:{uuid}', 'external_contact_id:{string}']);
});

t.test('a required identifier is parsed, or refused with the accepted forms', async (t) => {
  t.strictSame(requireIdentifier('period', uuid), { by: 'id', value: uuid });
  try {
    requireIdentifier('roleplay', 'x');
    t.fail('a malformed identifier was accepted');
  } catch (error) {
    t.ok(error instanceof DebriefError);
    t.match((error as DebriefError).publicMessage, /accepted forms: \{uuid\}, call_event_id:\{uuid\}$/);
  }
});

t.test('an operation accepts the identifiers of its resource and no other', async (t) => {
  const schema = IdentifierOf('user');
  for (const by of ['id', 'external_user_id']) t.ok(Value.Check(schema, { by, value: 'x' }), by);
  for (const by of ['call_event_id', '']) t.notOk(Value.Check(schema, { by, value: 'x' }), by);
});
