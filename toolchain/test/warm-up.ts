import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `warm-up.ts [package]` imports it, or what most test processes import, so that the compile cache of a new clone has it
 * before they start: side by side they would each compile it, and those that are killed would never store what they
 * compiled.
 */
const root = path.resolve(import.meta.dirname, '../..');
const patterns = [
  'apps/*/src/app.ts',
  'apps/coaching/src/engines/built-in/built-in-coach.ts',
  'packages/cli/src/start/start-debrief.ts',
  'packages/cli/src/commands/*.ts',
  'packages/{database,local}/src/testing.ts',
  'test/acceptance/harness/{debrief,fuzzed-requests,browser}.ts',
];
const asked = process.argv.slice(2);
const files = globSync(patterns, { cwd: root }).map((file) => pathToFileURL(path.join(root, file)).href);
await Promise.all((asked.length > 0 ? asked : files).map((specifier) => import(specifier)));
process.exit(0);
