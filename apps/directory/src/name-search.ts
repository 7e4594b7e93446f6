import { type RawBuilder, sql } from 'kysely';
import { foldCase } from './match-keys.ts';

/** The index on names holds every three characters in a row. */
const INDEXED_CHARACTERS = 3;
/** In the index that gives the order; so many are passed over in 1 ms. */
export const WALKED_NAMES = 5_000;

/** Names that contain a part. One shorter than what the index holds is searched for in the list's order. */
export function nameSearch(integrationId: string, part: string) {
  const folded = foldCase(part);
  const parts = sql`(select part_hashes(${integrationId}, ${folded}))`;
  const isIndexed = [...folded].length >= INDEXED_CHARACTERS;
  return {
    // Not `like`, so that `%`, `_` and `\` are ordinary characters.
    matches: sql`strpos(r.name_key, ${folded}) > 0`,
    indexed: isIndexed ? sql`part_hashes(r.integration_id, r.name_key) @> ${parts}` : undefined,
  } satisfies Record<string, RawBuilder<unknown> | undefined>;
}
