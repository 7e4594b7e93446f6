import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * `generate.ts [--check]` writes every file that is generated from others and checked in; with --check it writes
 * nothing and fails when one is stale. Each generator takes the same option, and works from those before it.
 */
const root = path.resolve(import.meta.dirname, '..');
const check = process.argv.includes('--check') ? ['--check'] : [];

const services = readdirSync(path.join(root, 'apps'))
  .map((name) => path.join('apps', name))
  .filter((folder) => existsSync(path.join(root, folder, 'migrations')));

const generators = [
  ['packages/database/src/dump-schema.ts', ...services],
  ['apps/gateway/src/openapi/write-document.ts'],
  [
    'test/acceptance/node_modules/openapi-typescript/bin/cli.js',
    'apps/gateway/openapi.json',
    '--output',
    'test/acceptance/client/schema.d.ts',
  ],
  ['toolchain/write-examples.ts'],
  ['toolchain/write-coaching-examples.ts'],
];

for (const generator of generators) {
  const { status } = spawnSync(process.execPath, [...generator, ...check], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
