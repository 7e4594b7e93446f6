import { readFile } from 'node:fs/promises';
import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { settings } from '../src/config.ts';
import { DEFINITIONS_VERSION } from '../src/metrics/metrics-view.ts';

t.test('the README documents every setting as it is', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});

t.test('answers name the version of the definitions that docs/metrics.md has', async (t) => {
  const page = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  t.equal(Number(/^Definitions version (\d+)\./m.exec(page)?.[1]), DEFINITIONS_VERSION);
});
