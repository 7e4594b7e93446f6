import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { testPostgresUrl } from '@debrief/local/testing';
import { Client } from 'pg';
import type { Test } from 'tap';

/** A database with nothing in it, dropped when the test ends. */
export async function emptyDatabase(t: Test): Promise<string> {
  const server = await testPostgresUrl();
  const name = `test_empty_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name} template template0`);
  t.teardown(() => query(server, `drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A folder of migrations that a test may change. */
export function migrationFolder(t: Test, files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'debrief-migrations-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const write = (name: string, sql: string): void => writeFileSync(path.join(folder, name), sql);
  const remove = (name: string): void => rmSync(path.join(folder, name));
  for (const [name, sql] of Object.entries(files)) write(name, sql);
  return { directory: pathToFileURL(`${folder}/`), write, remove };
}
