import { readFile } from 'node:fs/promises';
import t from 'tap';
import { DEFINITIONS_VERSION } from '../../src/metrics/definitions-version.ts';

t.test('answers name the version of the definitions that docs/metrics.md has', async (t) => {
  const page = await readFile(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
  t.equal(Number(/^Definitions version (\d+)\./m.exec(page)?.[1]), DEFINITIONS_VERSION);
});
