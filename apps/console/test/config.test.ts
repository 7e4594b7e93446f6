import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { settings } from '../src/config.ts';
import { openOpenId } from '../src/session/openid.ts';

t.test('the README documents every setting as it is', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});

t.test('a provider needs a client, and is asked in the clear only on this machine', async (t) => {
  const open = (given: Record<string, string>) =>
    openOpenId(
      loadConfig(settings, { NATS_URL: 'nats://host', ...given }),
      createLogger({ name: 'test', level: 'silent' }),
    );
  t.equal(await open({}), null);
  await t.rejects(open({ OIDC_ISSUER: 'https://id.example' }), /OIDC_CLIENT_ID is missing/);
  await t.rejects(
    open({ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'debrief' }),
    /must begin with https:/,
  );
  t.equal(
    (await open({ OIDC_ISSUER: 'http://localhost:1', OIDC_CLIENT_ID: 'debrief' }))?.name,
    'single sign-on',
  );
});

t.test('a provider that does not answer is said to operators, in the words of the network', async (t) => {
  const given = { NATS_URL: 'nats://host', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'debrief' };
  const openId = await openOpenId(
    loadConfig(settings, given),
    createLogger({ name: 'test', level: 'silent' }),
  );
  await t.rejects(async () => openId?.begin(), { name: 'OpenIdFailure', reason: 'unavailable' });
  t.match(openId?.fault(), /^no answer of http:\/\/127\.0\.0\.1:9: /);
});
