import { type RawBuilder, sql } from 'kysely';
import { foldCase } from './match-keys.ts';

/** The index on names holds every three characters in a row. */
const INDEXED_CHARACTERS = 3;

/** Names that contain a part. One shorter than what the index holds is searched for in the list's order. */
export function nameSearch(integrationId: string, part: string) {
  const folded = foldCase(part);
  const parts = indexedParts([...folded]);
  const inBlock = (block: RawBuilder<unknown>) => sql`
    part_hashes(r.integration_id, r.place / 4096, r.name_key) @> text_hashes(${integrationId}, ${block}, ${parts}::text[])
  `;
  return {
    // Not `like`, so that `%`, `_` and `\` are ordinary characters.
    matches: sql`strpos(r.name_key, ${folded}) > 0`,
    indexed: parts.length > 0 ? inBlock : undefined,
  };
}

/** Enough to cover the text once: each more is looked up in every block, and tells little. */
function indexedParts(characters: readonly string[]): string[] {
  const last = characters.length - INDEXED_CHARACTERS;
  const starts = characters.flatMap((_, at) => (at % INDEXED_CHARACTERS === 0 && at < last ? [at] : []));
  return last < 0
    ? []
    : [...starts, last].map((at) => characters.slice(at, at + INDEXED_CHARACTERS).join(''));
}
