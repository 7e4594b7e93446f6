import { freePort } from '@debrief/local/free-port';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { newInvitation } from './harness/invitations.ts';
import { openIdProvider } from './harness/openid-provider.ts';
import { startConsole } from './harness/own-console.ts';
import { newId, submitAndRead } from './harness/submissions.ts';

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, visit, isReadable, addMember } = opened;
  const integration = await debrief.createIntegration();
  const url = `http://127.0.0.1:${await freePort()}`;
  const provider = await openIdProvider(t, `${url}/sign-in/openid/return`);
  const settings = {
    ...{ WEB_APP_URL: url, PORT: new URL(url).port, OIDC_NAME: 'Acme ID', OIDC_ISSUER: provider.issuer },
    ...{ OIDC_CLIENT_ID: provider.client.id, OIDC_CLIENT_SECRET: provider.client.secret },
    OIDC_EMAIL_DOMAINS: 'acme.example',
  };
  const { healthUrl } = await startConsole(t, debrief, settings);
  const button = { name: 'Sign in with Acme ID' };
  const joining = { name: /^Join .+ with Acme ID$/ };
  const known = await addMember('admin', integration, `${newId('openid')}@acme.example`);
  const elsewhere = await addMember('admin', integration, `${newId('openid')}@elsewhere.example`);
  const someone = () => visit(url, provider.issuer);

  await t.test(
    'whoever has an account signs in at the provider, and goes on where they wanted to',
    async (t) => {
      provider.signsIn({ email: known.toUpperCase(), email_verified: true, name: 'Kay Known' });
      const page = await someone();
      await page.goto(`${url}/settings/keys`);
      await isReadable(t, page);
      await page.getByRole('link', button).click();
      await page.waitForURL(`${url}/settings/keys`);
      await page.goto(`${url}/account`);
      await page.getByText(known).waitFor();
      const entries = await debrief.cli('audit', 'list', '--action', 'session.created');
      t.match(JSON.stringify(entries), /"by":\s*"openid"/);
    },
  );

  await t.test(
    'nobody gets in whom nobody has invited, nor by an e-mail that was not verified, or is not the provider’s to vouch for',
    async (t) => {
      const stranger = `${newId('stranger')}@acme.example`;
      for (const [person, said] of [
        [{ email: stranger, email_verified: true }, `Nobody here has the e-mail ${stranger}.`],
        [{ email: known, email_verified: false }, `does not say that the e-mail ${known} was verified.`],
        [{ email: elsewhere, email_verified: true }, `Acme ID is not for the e-mail ${elsewhere} here.`],
        [null, 'You were not signed in by Acme ID.'],
      ] as const) {
        provider.signsIn(person && { ...person, name: 'Sam Stranger' });
        const page = await someone();
        await page.goto(`${url}/sign-in`);
        await page.getByRole('link', button).click();
        await page.getByRole('alert').getByText(said).waitFor();
        if (person === null) await isReadable(t, page);
        await page.goto(`${url}/calls`);
        await page.waitForURL('**/sign-in?next=%2Fcalls');
      }
    },
  );

  await t.test('an invitation is accepted by signing in as whom it is for', async () => {
    const inviter = (await submitAndRead(integration.api)).user.id;
    const { body } = await integration.api.post('/invitations', newInvitation(inviter));
    const link = url + new URL(body.invitation_link).pathname;
    for (const [email, said] of [
      [known, `The invitation is for another e-mail than ${known}.`],
      [body.email, 'You have no calls yet'],
    ]) {
      provider.signsIn({ email, email_verified: true, name: 'Nia Newcomer' });
      const page = await someone();
      await page.goto(link);
      await page.getByRole('button', joining).click();
      await page.getByText(said).waitFor();
    }
    provider.signsIn({ email: body.email, email_verified: true, name: 'Nia Newcomer' });
    const page = await someone();
    await page.goto(`${url}/sign-in`);
    await page.getByRole('link', button).click();
    await page.getByText('You have no calls yet').waitFor();
  });

  await t.test('no link makes somebody a member, nor a form that another account has begun', async (t) => {
    const inviter = (await submitAndRead(integration.api)).user.id;
    const invited = newInvitation(inviter);
    const { body } = await integration.api.post('/invitations', invited);
    const { pathname } = new URL(body.invitation_link);
    const invitation = pathname.slice(pathname.lastIndexOf('/') + 1);
    provider.signsIn({ email: body.email, email_verified: true, name: 'Vic Victim' });
    const page = await someone();
    await page.goto(`${url}/sign-in/openid?${new URLSearchParams({ invitation, next: '/account' })}`);
    await page.getByText(`Nobody here has the e-mail ${body.email}.`).waitFor();
    const forged = await fetch(`${url}/sign-in/openid`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ invitation }) },
    });
    t.equal(forged.status, 403);
    // While they are at the provider, somebody signs in here.
    const email = `${newId('oda')}@openid.example`;
    const other = await visitConsole(debrief, 'owner', integration, email);
    await page.route(`${provider.issuer}/**`, async (route) => {
      await page.context().addCookies(other.cookies().map((cookie) => ({ ...cookie, url })));
      await route.continue();
    });
    await page.goto(url + pathname);
    await page.getByRole('button', joining).click();
    await page.getByRole('heading', { name: `You stay signed in as ${email}` }).waitFor();
    await page.goto(url + pathname);
    await page.getByText(`and you are signed in as ${email}`).waitFor();
  });

  await t.test('an answer that this browser has not asked for signs nobody in', async (t) => {
    const begun = await fetch(`${url}/sign-in/openid`, { redirect: 'manual' });
    const asked = new URL(begun.headers.get('location') ?? '');
    t.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    t.match(begun.headers.getSetCookie()[0], /HttpOnly; SameSite=Lax/);
    const state = asked.searchParams.get('state') ?? '';
    for (const [query, headers, status] of [
      [`code=made-up&state=${state}`, {}, 400],
      ['code=made-up&state=another', { cookie }, 400],
      [`code=made-up&state=${state}&iss=https://elsewhere.example`, { cookie }, 502],
      [`code=made-up&state=${state}&iss=${provider.issuer}`, { cookie }, 502],
    ] as const) {
      const answer = await fetch(`${url}/sign-in/openid/return?${query}`, { headers, redirect: 'manual' });
      t.equal(answer.status, status, query);
      t.notOk(answer.headers.getSetCookie().some((line) => /^debrief-session=./.test(line)));
    }
  });

  await t.test(
    'operators see that it works; without settings there is no such button, nor such a page',
    async (t) => {
      const { about, notes } = (await (await fetch(healthUrl)).json()) as { about: object; notes?: string[] };
      t.match(about, { signs_in_by: `password and ${provider.issuer}` });
      t.notOk(notes?.length);
      const owner = await visitConsole(debrief, 'owner', integration);
      const cookie = owner
        .cookies()
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const health = await (await fetch(`${url}/settings/health`, { headers: { cookie } })).text();
      t.match(health, /Sign-in with Acme ID/);
      t.match(health, `${provider.issuer} answers.`);
      t.match(health, 'It is kept nowhere, so that calls can be read and not heard');
      t.notMatch(await (await fetch(`${opened.url}/sign-in`)).text(), /Sign in with/);
      t.equal((await fetch(`${opened.url}/sign-in/openid`)).status, 404);
    },
  );
}
