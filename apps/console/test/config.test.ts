import { loadConfig } from '@debrief/service-kit/config';
import { createLogger } from '@debrief/service-kit/logger';
import { readmeSettings } from '@debrief/service-kit/testing';
import t from 'tap';
import { refuseUnusable, settings } from '../src/config.ts';
import { openOpenId } from '../src/session/openid.ts';

t.test('the README documents every setting as it is', async (t) => {
  const { documented, declared } = await readmeSettings(new URL('../README.md', import.meta.url), settings);
  t.strictSame(documented, declared);
});

t.test('an address of the API that is none is told at the start', async (t) => {
  const check = (PUBLIC_API_URL: string) =>
    refuseUnusable(loadConfig(settings, { NATS_URL: 'nats://host', PUBLIC_API_URL }));
  t.throws(() => check('https://host:port/api/v1'), /PUBLIC_API_URL must be an address/);
  t.throws(() => check('http://[half/api/v1'), /PUBLIC_API_URL/);
  check('https://debrief.example/api/v1');
  check('');
});

t.test('a provider needs a client, and is asked in the clear only on this machine', async (t) => {
  const open = (given: Record<string, string>) =>
    openOpenId(
      loadConfig(settings, { NATS_URL: 'nats://host', ...given }),
      createLogger({ name: 'test', level: 'silent' }),
    );
  t.equal(await open({}), null);
  await t.rejects(open({ OIDC_ISSUER: 'https://id.example' }), /OIDC_CLIENT_ID is missing/);
  const client = { OIDC_CLIENT_ID: 'debrief', OIDC_EMAIL_DOMAINS: 'acme.example' };
  await t.rejects(open({ ...client, OIDC_ISSUER: 'http://id.example' }), /must begin with https:/);
  t.equal((await open({ ...client, OIDC_ISSUER: 'http://localhost:1' }))?.name, 'single sign-on');
});

t.test('a provider vouches for the e-mails of the domains that are named, and of no others', async (t) => {
  const given = { NATS_URL: 'nats://host', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'debrief' };
  const vouched = async (OIDC_EMAIL_DOMAINS: string) => {
    const log = createLogger({ name: 'test', level: 'silent' });
    const openId = await openOpenId(loadConfig(settings, { ...given, OIDC_EMAIL_DOMAINS }), log);
    const emails = ['ann@acme.example', 'ANN@ACME.EXAMPLE', 'bob@sub.acme.example', 'eve@notacme.example'];
    return emails.filter((email) => openId?.vouchesFor(email)).length;
  };
  await t.rejects(vouched(''), /OIDC_EMAIL_DOMAINS is missing/);
  t.equal(await vouched('other.example, Acme.example'), 2);
  t.equal(await vouched('*'), 4);
  await t.rejects(vouched('@acme.example'), /OIDC_EMAIL_DOMAINS/);
});

t.test('a provider that does not answer is said to operators, in the words of the network', async (t) => {
  const given = {
    ...{ NATS_URL: 'nats://host', OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'debrief' },
    OIDC_EMAIL_DOMAINS: '*',
  };
  const openId = await openOpenId(
    loadConfig(settings, given),
    createLogger({ name: 'test', level: 'silent' }),
  );
  await t.rejects(async () => openId?.begin(), { name: 'OpenIdFailure', reason: 'unavailable' });
  t.match(openId?.fault(), /^no answer of http:\/\/127\.0\.0\.1:9: /);
});
