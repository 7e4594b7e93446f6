import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDatabase } from './database.ts';
import type { Debrief } from './debrief.ts';
import { readStreams } from './operator.ts';

/** The servers' own files: what they hold is read through them. */
const SERVERS = new Set(['postgres', 'nats']);

/** Where any of the words is still kept: tables of every schema, messages of every stream, and files. */
export async function searchEverything(debrief: Debrief, words: readonly string[]): Promise<string[]> {
  const found = await Promise.all([
    searchTables(debrief, words),
    searchStreams(debrief, words),
    searchFiles(debrief.dataDir, words, SERVERS),
  ]);
  return found.flat().sort();
}

export async function searchTables(debrief: Debrief, words: readonly string[]): Promise<string[]> {
  return withDatabase(debrief, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ word: string; row: string }>(
        `select word, left(r::text, 200) as row from ${name} r
          join unnest($1::text[]) word on strpos(lower(r::text), lower(word)) > 0`,
        [words],
      );
      found.push(...rows.map(({ word, row }) => `table ${name}: ${word} in ${row}`));
    }
    return found;
  });
}

/** What somebody has not read yet. */
export async function searchStreams(debrief: Debrief, words: readonly string[]): Promise<string[]> {
  const isIn = finderOf(words);
  const messages = await readStreams((await debrief.stack()).nats_url);
  return messages.flatMap((text) => isIn(text).map((word) => `stream: ${word} in ${text.slice(0, 200)}`));
}

/** In all files below a folder and in their names, but not in what these folders of it hold. */
export async function searchFiles(
  folder: string,
  words: readonly string[],
  except: ReadonlySet<string>,
): Promise<string[]> {
  const isIn = finderOf(words);
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!entry.isFile() || [...except].some((one) => name === one || name.startsWith(`${one}/`))) continue;
    found.push(...isIn(name).map((word) => `file ${name}: ${word} in its name`));
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const text = bytes.toString();
    // As bytes too, where it is no text: a word may stand in a file of a server's own.
    found.push(
      ...isIn(text.includes('\ufffd') ? text + bytes.toString('latin1') : text).map(
        (word) => `file ${name}: ${word}`,
      ),
    );
  }
  return found;
}

function finderOf(words: readonly string[]): (text: string) => string[] {
  const lowered = words.map((word) => [word, word.toLowerCase()] as const);
  return (text) => {
    const inText = text.toLowerCase();
    return lowered.filter(([, word]) => inText.includes(word)).map(([word]) => word);
  };
}
