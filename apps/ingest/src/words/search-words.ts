import type { PagePosition, Sort } from '@debrief/contracts/paging';
import { afterPosition, pageOrder } from '@debrief/database/keyset';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** So many calls with the words are looked at for one page, whose filters may leave out all of them. */
const LOOKED_AT_MAX = 20_000;

export interface WordSearch {
  /** What the index holds of each word: its English stem, or the word itself where it has none, as `the`. */
  readonly lexemes: readonly string[];
  /** Words that stood in quotes: they follow one another. */
  readonly phrases: readonly string[];
}

/** Null where there is no word in it. */
export async function readSearch(db: Kysely<Tables>, asked: string): Promise<WordSearch | null> {
  // Of what phones and word processors make of quotes the parser takes each for a letter of the word beside it.
  const text = asked.replace(/[“”„‟«»]/g, '"').replace(/[‘’]/g, "'");
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase);
  const { rows } = await sql<{ lexemes: string[] | null }>`
    select array_agg(distinct lexeme) as lexemes
    from ts_parse('default', ${text.replaceAll('-', ' ')}) token (kind, word)
    cross join lateral unnest(
      case when to_tsvector('pg_catalog.english', word) = '' then tsvector_to_array(to_tsvector('pg_catalog.simple', word))
        else tsvector_to_array(to_tsvector('pg_catalog.english', word)) end
    ) lexeme
  `.execute(db);
  const lexemes = rows[0]?.lexemes ?? [];
  return lexemes.length === 0 ? null : { lexemes, phrases };
}

interface SearchedPage {
  integrationId: string;
  search: WordSearch;
  /** Of the agent or contact whose calls alone are asked for; the index has them as well. */
  people: readonly string[];
  sort: Sort;
  after?: PagePosition | undefined;
}

/**
 * A query of the calls with the words, as `created_date, id`, in the order of the list and up to a limit: it looks into
 * one day after another, and sorts what it finds there, until whoever asks has enough.
 */
export function callsWithWords({
  integrationId,
  search,
  people,
  sort,
  after,
}: SearchedPage): RawBuilder<unknown> {
  const { lexemes, phrases } = search;
  const direction = sql.lit(sort === 'asc' ? 1 : -1);
  const dayAt = (order: Sort) => sql`(
    select day_of(r.created_date) from recordings r where r.integration_id = ${integrationId} and r.kind = 'call'
    order by ${pageOrder({ sort: order, table: 'r' })} limit 1
  )`;
  const firstDay = after === undefined ? dayAt(sort) : sql`day_of(${after.created_date}::timestamptz)`;
  const said = phrases.map((phrase) => sql`w.words @@ phraseto_tsquery('pg_catalog.simple', ${phrase})`);
  return sql`
    select w.created_date, w.id
    from generate_series(${firstDay}, ${dayAt(sort === 'asc' ? 'desc' : 'asc')}, ${direction}) as searched (day)
    cross join lateral (
      select w.created_date, w.id
      from (
        select created_date, recording_id as id, words from call_words
        where word_hashes(integration_id, day, tsvector_to_array(words) || array[user_id::text, contact_id::text])
          @> word_hashes(${integrationId}, searched.day, ${[...lexemes, ...people]}::text[])
        offset 0
      ) w
      where ${sql.join([sql`true`, ...said, afterPosition({ sort, after, table: 'w' })], sql` and `)}
      order by ${pageOrder({ sort, table: 'w' })}
    ) w
    limit ${LOOKED_AT_MAX}
  `;
}

/** Where a search that looked at as many as it may has to go on; null where it saw all. */
export async function lastLookedAt(db: Kysely<Tables>, page: SearchedPage): Promise<PagePosition | null> {
  const { rows } = await sql<PagePosition>`
    select created_date, id from (${callsWithWords(page)}) w offset ${LOOKED_AT_MAX - 1} limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * What is in every text with a word of this stem: all but its last letter, and the first of a short one (`lying` is a `lie`).
 * To look for it first takes 5 ms for 31 calls of two minutes, where to split every segment into words took 60.
 */
function likeWord(lexeme: string): string {
  const letters = [...lexeme];
  const common = letters.slice(0, letters.length > 3 ? -1 : 1).join('');
  return `%${common.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * Of the call `r`, the segment with most of the words, as JSON, with each word between U+E000 and U+E001, which no
 * transcript has; null where they are all in the names.
 */
export function foundSegment({ lexemes }: WordSearch): RawBuilder<unknown> {
  return sql`(
    select row_to_json(found) from (
      select ord - 1 as segment_index, segment->>'speaker' as speaker, (segment->>'start_time')::float8 as start_time,
        ts_headline('pg_catalog.english', translate(segment->>'text', E'\ue000\ue001', ''), (
          select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(${lexemes}::text[]) lexeme
        ), E'HighlightAll=true, StartSel=\ue000, StopSel=\ue001') as text
      from transcripts t
      cross join lateral json_array_elements(t.transcript->'segments') with ordinality as s (segment, ord)
      cross join lateral (
        select count(*) as hits from unnest(tsvector_to_array(
          to_tsvector('pg_catalog.simple', segment->>'text') || to_tsvector('pg_catalog.english', segment->>'text')
        )) word where word = any (${lexemes}::text[])
      ) w
      where t.integration_id = r.integration_id and t.recording_id = r.id and w.hits > 0
        and lower(segment->>'text') like any (${lexemes.map(likeWord)}::text[])
      order by w.hits desc, ord limit 1
    ) found
  )`;
}
