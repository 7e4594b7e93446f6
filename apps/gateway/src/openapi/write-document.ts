import { readFileSync, writeFileSync } from 'node:fs';
import { documentFile, openApiDocument } from './document.ts';

/** `write-document.ts [--check]` writes openapi.json, or with --check fails when the one that is there is stale. */
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(documentFile, text);
else if (readFileSync(documentFile, 'utf8') !== text) {
  process.stderr.write('apps/gateway/openapi.json is stale; run: npm run generate\n');
  process.exitCode = 1;
}
