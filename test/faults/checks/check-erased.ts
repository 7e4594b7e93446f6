import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '../stack/stack.ts';

/** @returns where any of the words is still held: rows of any table, messages of any stream, files of Debrief. */
export async function findErased(stack: Stack, words: readonly string[]): Promise<string[]> {
  const hasOne = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  return [
    ...(await findRows(stack, words)),
    ...(await stack.nats.read()).filter(hasOne).map((text) => `a message of ${text.split(' ')[0]}`),
    ...(await findFiles(stack.dataDir, hasOne)),
  ];
}

async function findRows({ postgres }: Stack, words: readonly string[]): Promise<string[]> {
  const tables = await postgres.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await postgres.query(
      `select from ${name} r
       where exists (select from unnest($1::text[]) word where strpos(lower(r::text), lower(word)) > 0)`,
      [words],
    );
    if (rows.length > 0) found.push(`${rows.length} rows of ${name}`);
  }
  return found;
}

async function findFiles(folder: string, hasOne: (text: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // It may just have been removed.
    if (hasOne(await readFile(file, 'utf8').catch(() => ''))) found.push(path.relative(folder, file));
  }
  return found;
}
