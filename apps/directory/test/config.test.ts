import { loadConfig } from '@debrief/service-kit/config';
import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { settings } from '../src/config.ts';

t.test('the README lists every setting with its default and meaning', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});

t.test('an invalid SMTP_URL is refused at start, not at the first invitation', async (t) => {
  const env = { DATABASE_URL: 'postgres://localhost/debrief', NATS_URL: 'nats://localhost' };
  for (const SMTP_URL of [
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://ann%zz:b@mail.example:25',
  ]) {
    t.throws(() => loadConfig(settings, { ...env, SMTP_URL }), /SMTP_URL must be/, SMTP_URL);
  }
  for (const SMTP_URL of ['smtp://localhost:2525', 'smtps://ann%40example.com:p%25@mail.example']) {
    t.equal(loadConfig(settings, { ...env, SMTP_URL }).SMTP_URL, SMTP_URL);
  }
});
