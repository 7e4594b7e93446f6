import { types } from 'pg';
import { isoFromPostgres } from './instants.ts';

/** Type ids from Postgres's own catalog. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TIMESTAMP = 1114;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_ARRAY = 1185;
/** Not in the driver's list of type ids. */
const TEXT_ARRAY: number = 1009;

type TypeId = Parameters<typeof types.getTypeParser>[0];
type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const parseTextArray = types.getTypeParser(TEXT_ARRAY as TypeId) as (text: string) => (string | null)[];
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parse(item)));

/** A bigint beyond 2^53 is an error, never a rounded number. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} does not fit a number; cast it to text`);
  return value;
}

const parsers = new Map<number, Parse>([
  [INT8, parseInt8],
  [INT8_ARRAY, arrayOf(parseInt8)],
  // The driver would turn dates into local midnights and timestamps into local times.
  [DATE, asText],
  [DATE_ARRAY, arrayOf(asText)],
  [TIMESTAMP, asText],
  [TIMESTAMP_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ, isoFromPostgres],
  [TIMESTAMPTZ_ARRAY, arrayOf(isoFromPostgres)],
]);

export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const own = format === 'binary' ? undefined : parsers.get(oid);
    return own ?? (types.getTypeParser(oid, format as 'text') as Parse);
  },
};
