import { types } from 'pg';

/** Type numbers of Postgres's own catalog. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TIMESTAMP = 1114;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
/** Not among the numbers which the driver's types list. */
const TEXT_ARRAY: number = 1009;

type TypeId = Parameters<typeof types.getTypeParser>[0];
type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const parseTextArray = types.getTypeParser(TEXT_ARRAY as TypeId) as (text: string) => (string | null)[];
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)));

/** A number where it is exact; more than 2^53 is an error, never a rounded value. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} does not fit a number; cast it to text`);
  return value;
}

/**
 * An instant as `2026-11-20T10:00:00.123456Z`: UTC, always six decimals. A Date would cut the microseconds on which
 * keyset pages depend; this text sorts as time does, and both Postgres and Date read it.
 */
export function parseInstant(text: string): string {
  // "2026-11-20 10:00:00.12+00"; what does not look so (infinity, BC) stays as Postgres wrote it.
  const [, day, time, fraction = ''] =
    /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(6, '0')}Z` : text;
}

/** The same instant as JSON shows it: `2026-11-20T10:00:00.123Z`. */
export function toMilliseconds(instant: string): string {
  return `${instant.slice(0, -4)}Z`;
}

const parsers = new Map<number, Parse>([
  [INT8, parseInt8],
  [INT8_ARRAY, arrayOf(parseInt8)],
  // The driver makes local midnights of dates and local times of timestamps.
  [DATE, asText],
  [DATE_ARRAY, arrayOf(asText)],
  [TIMESTAMP, asText],
  [TIMESTAMP_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ, parseInstant],
  [TIMESTAMPTZ_ARRAY, arrayOf(parseInstant)],
]);

export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? (types.getTypeParser(oid, format as 'text') as Parse);
  },
};
