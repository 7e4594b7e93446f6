import { loadConfig } from '@debrief/service-kit/config';
import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { settings } from '../src/config.ts';

t.test('the README documents every setting as it is', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});

t.test('WEB_APP_URL must be an address that links can be made of', async (t) => {
  const load = (WEB_APP_URL: string) =>
    loadConfig(settings, { DATABASE_URL: 'postgres://host/db', NATS_URL: 'nats://host', WEB_APP_URL });
  t.equal(load('').WEB_APP_URL, 'http://localhost:3000');
  t.equal(load('https://app.example/team/').WEB_APP_URL, 'https://app.example/team/');
  for (const address of ['app.example', 'ftp://app.example', 'https://', 'https://a b', 'https://a/?x=1']) {
    t.throws(() => load(address), { name: 'ConfigError' }, address);
  }
});
