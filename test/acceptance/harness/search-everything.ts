import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Debrief } from './debrief.ts';
import { readStreams } from './operator.ts';

/** The servers' own files: what they hold is read through them. */
const SERVERS = new Set(['postgres', 'nats']);

/** Where any of the words is still kept: tables of every schema, messages of every stream, and files. */
export async function searchEverything(debrief: Debrief, words: readonly string[]): Promise<string[]> {
  const isIn = (text: string) => words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));
  const found = await Promise.all([
    searchTables(debrief, words),
    searchStreams(debrief, isIn),
    searchFiles(debrief.dataDir, isIn),
  ]);
  return found.flat().sort();
}

async function searchTables(debrief: Debrief, words: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: (await debrief.stack()).database_url });
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}

async function searchStreams(debrief: Debrief, isIn: (text: string) => string[]): Promise<string[]> {
  const messages = await readStreams((await debrief.stack()).nats_url);
  return messages.flatMap((text) => isIn(text).map((word) => `stream: ${word} in ${text.slice(0, 200)}`));
}

async function searchFiles(folder: string, isIn: (text: string) => string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const [top = ''] = path.slice(folder.length + 1).split('/');
    if (!entry.isFile() || SERVERS.has(top)) continue;
    const text = await readFile(path, 'latin1').catch(() => '');
    found.push(...isIn(text + Buffer.from(text, 'latin1').toString()).map((word) => `file ${path}: ${word}`));
  }
  return found;
}
