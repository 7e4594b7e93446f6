import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { settings } from '../src/config.ts';

t.test('the README documents every setting as it is', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});
