import { KindGuard, type TSchema, Type } from '@sinclair/typebox';
import t from 'tap';
import { endpoints } from '../src/endpoints/all.ts';
import { CreateCall } from '../src/resources/submission.ts';
import { Uuid } from '../src/text.ts';
import { violationsOf } from '../src/violations.ts';

const valid = {
  recording_id: 'r-1',
  recording_url: 'https://example.com/a.mp3',
  duration_seconds: 60,
  ai_category: 'sales',
  external_user_id: 'u-1',
  user_name: 'Ann',
  user_email: 'ann@example.com',
  external_contact_id: 'c-1',
  contact_name: 'Bob',
};

t.test('a valid body has no violations, with and without nulls', async (t) => {
  t.strictSame(violationsOf(CreateCall, valid), []);
  t.strictSame(
    violationsOf(CreateCall, { ...valid, occurred_at: null, contact_emails: null, unknown: 1 }),
    [],
  );
});

t.test('a malformed id is refused as not a UUID', async (t) => {
  t.strictSame(violationsOf(Type.Object({ id: Uuid }), { id: 'zz' }), ['id must be a UUID']);
});

t.test('every missing field is named', async (t) => {
  t.strictSame(
    violationsOf(CreateCall, {}),
    Object.keys(valid).map((field) => `${field} is required`),
  );
});

t.test('every wrong field is named with what it must be', async (t) => {
  const sentences = violationsOf(CreateCall, {
    ...valid,
    recording_url: 'ftp://example.com/a',
    duration_seconds: '12',
    user_email: 'nobody',
    user_name: '',
    occurred_at: '2026-02-30T00:00:00Z',
    incoming: 'yes',
    contact_emails: ['a@b.example', 3],
    ai_models: [{ model: 'x' }],
    user_timezone: 'Mars/Olympus',
    contact_stage: 'a\u0000b',
  });
  t.strictSame(sentences, [
    'recording_url must be an http or https URL without credentials, of at most 2048 characters',
    'duration_seconds must be a number greater than 0 and at most 14400',
    'user_name must be a string of 1 to 512 characters',
    'user_email must be an e-mail address',
    'occurred_at must be an ISO-8601 instant with an offset, for example 2026-11-20T10:00:00Z, or null',
    'incoming must be true or false, or null',
    'ai_models.0.type is required',
    'user_timezone must be an IANA time zone, for example Europe/Berlin, or null',
    'contact_emails.1 must be a string of 1 to 512 characters',
    'contact_stage must be text without NUL and without unpaired surrogates, or null',
  ]);
});

t.test('a body that is not an object is refused as one', async (t) => {
  for (const body of [null, [], 'x', 3])
    t.match(violationsOf(CreateCall, body)[0], /^The body must be a JSON object/);
});

t.test('a list that is too long is one violation, and none of its items is read', async (t) => {
  let read = 0;
  const items = new Proxy(Array(87_000).fill({}), {
    get: (target, name) => {
      if (name !== 'length') read += 1;
      return Reflect.get(target, name);
    },
  });
  t.strictSame(violationsOf(CreateCall, { ...valid, ai_models: items, contact_emails: items }), [
    'ai_models must be a list of at most 100 items, or null',
    'contact_emails must be a list of at most 100 items, or null',
  ]);
  t.equal(read, 0);
});

t.test('the values looked at are counted, also where all of them are right', async (t) => {
  let read = 0;
  const items = new Proxy(Array(1_000_000).fill('x'), {
    get: (target, name) => {
      if (name !== 'length') read += 1;
      return Reflect.get(target, name);
    },
  });
  const schema = Type.Object({ items: Type.Array(Type.String()), last: Type.String() });
  t.strictSame(violationsOf(schema, { items, last: 1 }), ['The body has too many values']);
  t.ok(read <= 10_000, `${read} were read`);
});

t.test('a field that is not known is refused where the schema allows no other', async (t) => {
  const schema = Type.Object({ one: Type.String() }, { additionalProperties: false });
  t.strictSame(violationsOf(Type.Object({ inner: schema }), { inner: { one: '', two: 2 } }), [
    'inner.two is not a known field',
  ]);
});

t.test('every list and every text of a request has a bound', async (t) => {
  const unbounded = (schema: TSchema, at: string): string[] => {
    if (KindGuard.IsObject(schema))
      return Object.entries(schema.properties).flatMap(([name, one]) => unbounded(one, `${at}.${name}`));
    if (KindGuard.IsUnion(schema)) return schema.anyOf.flatMap((side) => unbounded(side, at));
    if (KindGuard.IsArray(schema))
      return [...(schema.maxItems === undefined ? [at] : []), ...unbounded(schema.items, `${at}[]`)];
    const { maxLength, pattern, format } = schema as {
      maxLength?: number;
      pattern?: string;
      format?: string;
    };
    const isBounded = maxLength !== undefined || pattern !== undefined || format === 'external-id';
    return KindGuard.IsString(schema) && !isBounded ? [at] : [];
  };
  for (const { id, body, query } of endpoints) {
    t.strictSame(unbounded(query, 'query'), [], id);
    if (body !== undefined) t.strictSame(unbounded(body, 'body'), [], id);
  }
});

t.test('the list of violations is bounded', async (t) => {
  const sentences = violationsOf(CreateCall, {
    ...valid,
    contact_emails: Array.from({ length: 100 }, () => 1),
  });
  t.equal(sentences.length, 50);
});
