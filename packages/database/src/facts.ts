import {
  FACTS_PAGE_BYTES,
  FACTS_PAGE_ROWS,
  type FactPosition,
  type FactsInput,
} from '@debrief/contracts/paging';
import { type RawBuilder, sql } from 'kysely';

/** One more than a page, which shows that there are more. */
export const FACTS_LIMIT = FACTS_PAGE_ROWS + 1;

/**
 * The condition of a page of facts in the order of `key`, the table's primary key: the integration and, unless it is
 * the row itself, an id. As one row comparison it is one step into that key's index.
 */
export function ofFacts({ integration_id, after }: FactsInput, key: readonly string[]): RawBuilder<boolean> {
  const columns = key.map((column) => sql.ref(column));
  const [integration] = columns;
  const scope = integration_id === undefined ? sql`true` : sql`${integration} = ${integration_id}::uuid`;
  if (after === undefined) return sql`(${scope})`;
  const position = [after.integration_id, after.id].slice(-key.length).map((id) => sql`${id}::uuid`);
  return sql`(${scope} and (${sql.join(columns)}) > (${sql.join(position)}))`;
}

/** The page as the JSON text of a reply, from rows queried with FACTS_LIMIT; `body` is the JSON text of a fact. */
export function factsJson(rows: readonly (FactPosition & { body: string })[]): string {
  let bytes = 0;
  // The first fact goes in whatever its size: a page without any would never end.
  const tooMuch = rows.findIndex(({ body }, index) => {
    bytes += Buffer.byteLength(body) + 1;
    return index > 0 && bytes > FACTS_PAGE_BYTES;
  });
  const page = rows.slice(0, Math.min(FACTS_PAGE_ROWS, tooMuch === -1 ? rows.length : tooMuch));
  const last = page.at(-1);
  const next =
    last !== undefined && page.length < rows.length
      ? { integration_id: last.integration_id, id: last.id }
      : null;
  return `{"data":[${page.map(({ body }) => body).join(',')}],"next":${JSON.stringify(next)}}`;
}
