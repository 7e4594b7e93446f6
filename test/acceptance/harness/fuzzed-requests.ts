import fc, { type Arbitrary } from 'fast-check';
import type { Contract, Operation } from './contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas and values of any shape.
type Json = any;

export interface FuzzedRequest {
  method: string;
  /** Below the base path, encoded as it is sent. */
  path: string;
  body?: string;
  contentType?: string;
}

/** What requests are made from. */
export interface Ground {
  contract: Contract;
  /** Identifiers that exist, for the parameter of the path. */
  identifiers: readonly string[];
  /** Of people who exist, for bodies that name them. */
  uuids: readonly string[];
  emails: readonly string[];
}

/** Text that has broken services before. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '%', '%00', '_', "'", '"', '\\', '../..', 'null', 'undefined'),
  fc.constantFrom(
    'NaN',
    '-0',
    '1e309',
    '0x10',
    '2026-02-30',
    '0000-01-01T00:00:00Z',
    '9999-12-31',
    '+1',
    '::',
  ),
  fc.constantFrom('2026-11-20T23:59:60Z', '2026-11-20T10:00:00+99:99', 'urn:uuid:', 'javascript:alert(1)'),
  fc.constantFrom("' or 1=1 --", '$(reboot)', '{{7*7}}', '__proto__', 'constructor', 'ﷺ'.repeat(200)),
  fc.integer({ min: 200, max: 3000 }).map((length) => 'x'.repeat(length)),
);

const nastyValue: Arbitrary<Json> = fc.oneof(
  nastyText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { a: { b: [] } }, 1e308, -1),
  fc.array(nastyText, { maxLength: 3 }),
);

/** Values that a schema of the document allows, and now and then ones it does not know enough to refuse. */
function fitting(schema: Json, ground: Ground): Arbitrary<Json> {
  const resolved = ground.contract.resolve(schema);
  const { type, enum: values, anyOf, format, items, properties } = resolved;
  if (resolved.const !== undefined) return fc.constant(resolved.const);
  if (values !== undefined) return fc.constantFrom(...values);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((side: Json) => fitting(side, ground)));
  if (Array.isArray(type)) {
    return fc.oneof(...type.map((one: string) => fitting({ ...resolved, type: one }, ground)));
  }
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return number(resolved);
  if (type === 'array') return fc.array(fitting(items, ground), { maxLength: 4 });
  if (type === 'object') return object(properties, resolved.required ?? [], ground);
  return text(format, resolved, ground);
}

function number({ minimum, exclusiveMinimum, maximum }: Json): Arbitrary<number> {
  return fc.integer({ min: minimum ?? exclusiveMinimum ?? 0, max: maximum ?? 1000 });
}

function object(properties: Json, required: string[], ground: Ground): Arbitrary<Json> {
  const model = Object.fromEntries(
    Object.entries<Json>(properties).map(([name, schema]) => [name, fitting(schema, ground)]),
  );
  return fc.record(model, { requiredKeys: required });
}

function text(
  format: string | undefined,
  { minLength = 0, maxLength = 60 }: Json,
  { uuids, emails }: Ground,
): Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...uuids));
  if (format === 'email') return fc.oneof(fc.emailAddress({ size: 'small' }), fc.constantFrom(...emails));
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1:1/a.mp3', 'https://example.com/ü?x=1#y');
  if (format === 'date-time' || format === 'date') {
    const date = fc.date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2026-11-01') });
    return date.map((value) => value.toISOString().slice(0, format === 'date' ? 10 : undefined));
  }
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 60) }),
    fc.constantFrom('2026-11-20', 'Europe/Berlin', 'sales', 'roleplay', 'user', '+1 415 555 0142'),
  );
}

/** Mostly what fits; often one key that does not, one missing or one too many; sometimes no object at all. */
function body(schema: Json, ground: Ground): Arbitrary<string> {
  const good = fitting(schema, ground);
  const keys = Object.keys(ground.contract.resolve(schema).properties);
  const broken = fc
    .tuple(good, fc.constantFrom(...keys, '__proto__', 'unknown'), fc.option(nastyValue, { nil: undefined }))
    .map(([value, key, nasty]) => ({ ...value, [key]: nasty }));
  const json = fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 5, arbitrary: broken },
    { weight: 1, arbitrary: nastyValue },
  );
  const malformed = fc.constantFrom('', '{', '{"a":', 'null', '"', '[1,]', '{"a":1}}', '\ufeff{}', 'x=1');
  // Written as text: JSON.stringify itself fails on such depths.
  const deep = fc
    .tuple(fc.constantFrom(...keys, 'unknown'), fc.integer({ min: 100, max: 50_000 }))
    .map(([key, depth]) => `{"${key}":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  return fc.oneof(
    { weight: 20, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: malformed },
    { weight: 1, arbitrary: deep },
  );
}

function query(parameters: Operation['parameters'], ground: Ground): Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query');
  if (known.length === 0) return fc.constantFrom('', '?x=1', '?__proto__=1');
  const pair = fc.constantFrom(...known).chain(({ name, schema }) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: fitting(schema, ground).map(String) },
      { weight: 2, arbitrary: nastyText },
    );
    return value.map((given) => `${name}=${encoded(given)}`);
  });
  return fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

function identifier(known: readonly string[]): Arbitrary<string> {
  const prefix = fc.constantFrom(
    ...['', 'id:', 'call_event_id:', 'external_recording_id:', 'external_user_id:', 'external_contact_id:'],
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: fc.tuple(prefix, nastyText).map((parts) => parts.join('')) },
  );
}

/** Percent-encoded; text that UTF-8 cannot hold goes out as the bytes that would be it. */
function encoded(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80';
}

/** Requests to one operation. */
export function requestsTo(operation: Operation, ground: Ground): Arbitrary<FuzzedRequest> {
  const path = operation.path.includes('{')
    ? identifier(ground.identifiers).map((value) => operation.path.replace(/\{\w+\}/, () => encoded(value)))
    : fc.constant(operation.path);
  const address = fc.tuple(path, query(operation.parameters, ground)).map((parts) => parts.join(''));
  const { method, bodySchema } = operation;
  if (bodySchema === null) return address.map((at) => ({ method, path: at }));
  const contentType = fc.oneof(
    { weight: 30, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data'),
    },
  );
  return fc
    .tuple(address, body(bodySchema, ground), contentType)
    .map(([at, text, type]) => ({ method, path: at, body: text, contentType: type }));
}
