import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeSchema } from './describe-schema.ts';
import { copyTemplate } from './testing.ts';

/**
 * `dump-schema.ts [--check] <app folder>…` writes each app's schema.sql from its migrations, under the schema named as
 * the folder. With --check it writes nothing and fails when one is stale.
 */
const folders = process.argv.slice(2).filter((argument) => argument !== '--check');
const isCheck = process.argv.includes('--check');
if (folders.length === 0) fail('Usage: dump-schema.ts [--check] <app folder>…');

for (const folder of folders) {
  const file = path.join(folder, 'schema.sql');
  const text = await describeApp(path.resolve(folder));
  const before = await readFile(file, 'utf8').catch(() => '');
  if (text === before) process.stdout.write(`${file} is up to date\n`);
  else if (isCheck) fail(`${file} is stale. Run: node packages/database/src/dump-schema.ts ${folder}`);
  else {
    await writeFile(file, text);
    process.stdout.write(`${file} written\n`);
  }
}

async function describeApp(folder: string): Promise<string> {
  const schema = path.basename(folder);
  const copy = await copyTemplate({
    schema,
    migrations: pathToFileURL(`${path.join(folder, 'migrations')}/`),
  });
  try {
    const heading =
      '-- Generated from the migrations by packages/database/src/dump-schema.ts; do not edit.\n\n';
    return heading + (await describeSchema({ url: copy.url, schema }));
  } finally {
    await copy.drop();
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
