import t from 'tap';
import { openConsole, password } from './harness/console.ts';
import { expireInvitation, newInvitation } from './harness/invitations.ts';
import { newId, submission, submitAndRead } from './harness/submissions.ts';

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, isReadable, addMember, signIn } = opened;
  const integration = await debrief.createIntegration();
  const { api } = integration;
  const inviter = (await submitAndRead(api)).user.id;
  const invite = async (change: Record<string, unknown> = {}) =>
    (await api.post('/invitations', newInvitation(inviter, change))).body;

  await t.test('an invited person sets a name and a password, and sees their own calls only', async (t) => {
    const { external_user_id, email, invitation_link } = await invite({ name: 'Sam Rivera' });
    const page = await visit();
    await page.goto(invitation_link);
    await isReadable(t, page);
    t.equal(await page.getByLabel('E-mail').inputValue(), email);
    t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Sam Rivera');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.waitForURL(`${url}/calls`);
    await page.getByText('You have no calls yet').waitFor();
    await isReadable(t, page);
    await api.post('/calls', submission({ external_user_id, contact_name: 'Own Contact' }));
    await page.reload();
    await page.getByRole('link', { name: 'Own Contact' }).waitFor();
    t.equal(await page.getByRole('link', { name: 'Carl Contact' }).count(), 0);
    t.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0);
    await page.goto(`${url}/settings/keys`);
    await page.getByRole('heading', { name: 'Not allowed' }).waitFor();

    await page.goto(invitation_link);
    await page.getByText('This invitation was accepted before.').waitFor();
    await isReadable(t, page);
    await page.getByRole('link', { name: 'Go to the calls' }).click();
    await page.getByRole('link', { name: 'Own Contact' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(invitation_link);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
  });

  await t.test('a password that is too short is refused, and what was given is still there', async (t) => {
    const { invitation_link } = await invite();
    const page = await visit();
    await page.goto(invitation_link);
    await page.getByLabel('Name', { exact: true }).fill('Zoe Zimmer');
    await page.getByLabel('New password').fill('short');
    // As a browser without this check would send it.
    await page.evaluate('document.forms[0].noValidate = true');
    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    t.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Zoe Zimmer');
    await isReadable(t, page);
  });

  await t.test('a revoked, an expired and a mangled link say what to do', async (t) => {
    const page = await visit();
    const revoked = await invite();
    await debrief.operate('revokeInvitation', { integration_id: integration.id, id: revoked.id });
    const expired = await invite();
    await expireInvitation(debrief, expired.id);
    for (const [link, said] of [
      [revoked.invitation_link, 'This invitation was withdrawn'],
      [expired.invitation_link, 'This invitation has expired'],
      [revoked.invitation_link.slice(0, -1), 'This link leads to no invitation'],
    ]) {
      await page.goto(link);
      await page.getByText(said).waitFor();
      await isReadable(t, page);
    }
  });

  await t.test('whoever is signed in as somebody else is told so', async () => {
    const { email, invitation_link } = await invite();
    const page = await visit();
    await page.goto(`${url}/sign-in`);
    await signIn(page, await addMember('admin', integration));
    await page.waitForURL(`${url}/calls`);
    await page.goto(invitation_link);
    await page.getByText(`The invitation is for ${email}`).waitFor();
  });

  await t.test('who has an account joins with its password, and switches between the two', async (t) => {
    const email = await addMember('owner', await debrief.createIntegration({ name: 'Another' }));
    const { invitation_link } = await invite({ email, external_user_id: newId('invited') });
    const page = await visit();
    await page.goto(invitation_link);
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.getByRole('alert').getByText('The e-mail or the password is wrong').waitFor();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.waitForURL(`${url}/calls`);
    await page.getByText('You have no calls yet').waitFor();
    await page.getByRole('link', { name: 'Switch' }).click();
    await isReadable(t, page);
    await page.getByRole('button', { name: 'Go to Another' }).click();
    await page.getByText('No calls yet').waitFor();
  });

  await t.test('links to set a password, and their mailing, can be read by everybody', async (t) => {
    const email = await addMember('member', integration);
    const { url: link } = await debrief.operate('createLink', { email, purpose: 'password' });
    const page = await visit();
    await page.goto(link);
    await isReadable(t, page);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set it and sign in' }).click();
    await page.waitForURL(`${url}/calls`);
    await page.goto(link);
    await page.getByText('This link was used before').waitFor();
    await isReadable(t, page);
    const other = await visit();
    await other.goto(`${url}/recovery`);
    await isReadable(t, other);
    await other.getByLabel('E-mail').fill('nobody@acme.example');
    await other.getByRole('button', { name: 'Send the link' }).click();
    await other.getByText('Look into your mail').waitFor();
    await isReadable(t, other);
  });
}
