import { FormatRegistry, type StringOptions, type TSchema, Type } from '@sinclair/typebox';

/** Canonical hyphenated form only: ajv's `uuid` format also takes `urn:uuid:…`, which Postgres then refuses. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const uuid = new RegExp(UUID_PATTERN);

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

export const Uuid = Type.String({ pattern: UUID_PATTERN });

export function Nullable<T extends TSchema>(schema: T, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

export const NullableString = Nullable(Type.String());

/** `traceparent` of W3C Trace Context: version, trace, span and flags. */
export const TraceParent = Type.String({ pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' });

export const EXTERNAL_ID_MAX_LENGTH = 255;
export const TEXT_MAX_LENGTH = 512;
const URL_MAX_LENGTH = 2048;
export const LIST_MAX_ITEMS = 100;

/** Text that Postgres can hold and that survives JSON: no NUL, no lone surrogate. */
export function isStorableText(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

const instant =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/**
 * A real ISO-8601 instant with an offset. Year 0000, 30 February and leap seconds are refused here, because
 * `Date` or Postgres would refuse or silently move them later.
 */
export function parseInstant(value: string): Date | null {
  const match = instant.exec(value);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const calendar = new Date(Date.UTC(2000, 0, 1));
  calendar.setUTCFullYear(year, month - 1, day);
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return null;
  const parsed = new Date(value);
  return isWritable(parsed) ? parsed : null;
}

/** An offset can move a four-digit year out of four digits in UTC; refuses an invalid date as well. */
function isWritable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * Parses a bound of a time window: an instant, UTC when it has no offset, or a calendar date, which means the start of
 * that UTC day for a lower bound and its last millisecond for an upper one. An unencoded `+` of a query string arrives
 * as a space, which before an offset is unambiguous.
 */
export function parseTimeBound(value: string, side: 'lower' | 'upper'): Date | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return parseInstant(`${value}T${side === 'lower' ? '00:00:00.000' : '23:59:59.999'}Z`);
  }
  if (/T[\d:.]+$/.test(value)) return parseInstant(`${value}Z`);
  return parseInstant(value.replace(/ (?=\d{2}:?\d{2}$)/, '+'));
}

/** Storable and without control characters, which belong in no identifier and no log. */
export function isPrintableText(value: string): boolean {
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return false;
  }
  return value.isWellFormed();
}

/** Counts code points: most emoji are two units of a JavaScript string and one character. */
export function isExternalId(value: string): boolean {
  if (value === '' || value.length > 2 * EXTERNAL_ID_MAX_LENGTH || !isPrintableText(value)) return false;
  return value.length <= EXTERNAL_ID_MAX_LENGTH || [...value].length <= EXTERNAL_ID_MAX_LENGTH;
}

/** An http(s) URL without credentials, as a client may give one for a recording or a picture. */
export function isHttpUrl(value: string): boolean {
  if (!isPrintableText(value) || /\s/.test(value) || !/^https?:\/\//i.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** An IANA zone by the names this runtime knows; offsets such as `+02:00` are not zones. */
export function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** One address with a local part, an `@` and a domain; only a mail server knows whether it can be delivered to. */
export function isEmail(value: string): boolean {
  if (value.length > 254 || !isPrintableText(value)) return false;
  return /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)*$/.test(value);
}

/** A day of the calendar as `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseInstant(`${value}T00:00:00Z`) !== null;
}

/** What each format expects, in words that continue "must be". */
export const formats = {
  text: 'text without NUL and without unpaired surrogates',
  printable: 'printable characters',
  instant: 'an ISO-8601 instant with an offset, for example 2026-11-20T10:00:00Z',
  'external-id': '1 to 255 printable characters',
  'time-bound': 'an ISO-8601 date or date-time',
  'http-url': 'an http or https URL without credentials, of at most 2048 characters',
  'time-zone': 'an IANA time zone, for example Europe/Berlin',
  'e-mail': 'an e-mail address',
} as const;

// Our own format names, so that a validator's looser `uri` or `date-time` cannot replace these.
FormatRegistry.Set('text', isStorableText);
FormatRegistry.Set('printable', isPrintableText);
FormatRegistry.Set('external-id', isExternalId);
FormatRegistry.Set('instant', (value) => parseInstant(value) !== null);
FormatRegistry.Set('time-bound', (value) => parseTimeBound(value, 'lower') !== null);
FormatRegistry.Set('http-url', isHttpUrl);
FormatRegistry.Set('time-zone', isTimeZone);
FormatRegistry.Set('e-mail', isEmail);
// Formats of replies, which the reference shows as they are; checked only where a stored reply is read.
FormatRegistry.Set('uuid', isUuid);
FormatRegistry.Set('date-time', (value) => parseInstant(value) !== null);
FormatRegistry.Set('date', isCalendarDate);
FormatRegistry.Set('uri', isHttpUrl);

/** The client's own identifier: 1–255 printable characters, `:` and `/` among them. */
export const ExternalId = Type.String({ format: 'external-id' });

/** Text as a client gives it. */
export function Text(options: StringOptions = {}) {
  return Type.String({ minLength: 1, maxLength: TEXT_MAX_LENGTH, format: 'text', ...options });
}

/** The address of a recording or a picture. */
export const HttpUrl = Text({ maxLength: URL_MAX_LENGTH, format: 'http-url' });
