import { Type } from '@sinclair/typebox';

/** Canonical hyphenated form only: ajv's `uuid` format also takes `urn:uuid:…`, which Postgres then refuses. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const uuid = new RegExp(UUID_PATTERN);

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

export const Uuid = Type.String({ pattern: UUID_PATTERN });

export const EXTERNAL_ID_MAX_LENGTH = 255;
export const TEXT_MAX_LENGTH = 512;
export const URL_MAX_LENGTH = 2048;
export const LIST_MAX_ITEMS = 100;

/** The client's own identifier: 1–255 printable characters, `:` and `/` among them. */
export const ExternalId = Type.String({ minLength: 1, maxLength: EXTERNAL_ID_MAX_LENGTH });

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
  return Number.isNaN(parsed.getTime()) ? null : parsed;
}
