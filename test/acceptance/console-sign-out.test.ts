import t from 'tap';
import { openConsole, password } from './harness/console.ts';

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, isReadable, addMember, signIn } = opened;
  const integration = await debrief.createIntegration();
  const email = await addMember('admin', integration);
  const [desk, laptop] = [await visit(), await visit()];

  await t.test('a wrong password is refused without saying whose fault it is', async (t) => {
    await desk.goto(url);
    await desk.waitForURL('**/sign-in?next=%2Fcalls');
    await isReadable(t, desk);
    for (const stranger of [email, 'nobody@acme.example']) {
      await desk.getByLabel('E-mail').fill(stranger);
      await desk.getByLabel('Password').fill('not the password');
      await desk.getByRole('button', { name: 'Sign in' }).click();
      t.equal(await desk.getByRole('alert').textContent(), 'The e-mail or the password is wrong.');
    }
  });

  await t.test('signing out everywhere ends the sessions of all browsers', async (t) => {
    for (const page of [desk, laptop]) {
      await page.goto(url);
      await signIn(page, email);
      await page.waitForURL(`${url}/calls`);
    }
    await desk.getByRole('link', { name: 'Your account' }).click();
    await isReadable(t, desk);
    t.equal(await desk.getByText('last seen').count(), 3, 'the one that set the password is the third');
    await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
    await desk.getByText('You are signed out.').waitFor();
    await laptop.reload();
    await laptop.waitForURL('**/sign-in?next=%2Fcalls');
    await desk.goBack();
    await desk.waitForURL('**/sign-in**');
  });

  await t.test('signing out here leaves the others, and one of them can be ended from here', async (t) => {
    for (const page of [desk, laptop]) {
      await page.goto(url);
      await signIn(page, email);
      await page.waitForURL(`${url}/calls`);
    }
    await laptop.getByRole('button', { name: 'Sign out' }).click();
    await laptop.getByText('You are signed out.').waitFor();
    await signIn(laptop, email);
    await desk.goto(`${url}/account`);
    await desk.getByRole('button', { name: /^Sign out .* at / }).click();
    await desk.getByText('This one').waitFor();
    t.equal(await desk.getByText('last seen').count(), 1);
    await laptop.goto(`${url}/calls`);
    await laptop.waitForURL('**/sign-in**');
  });

  await t.test('what was typed before a session was ended is sent after signing in again', async (t) => {
    await signIn(laptop, email);
    await laptop.goto(`${url}/settings/people`);
    await laptop.getByLabel('Name of a new team').fill('Kept <team>');
    await desk.goto(`${url}/account`);
    await desk.getByRole('button', { name: /^Sign out .* at / }).click();
    await laptop.getByRole('button', { name: 'Make the team' }).click();
    await laptop.getByText('You are signed out, so nothing was changed').waitFor();
    await isReadable(t, laptop);
    const [other] = await Promise.all([
      laptop.context().waitForEvent('page'),
      laptop.getByRole('link', { name: 'Sign in in another tab' }).click(),
    ]);
    await signIn(other, email);
    await other.waitForURL(`${url}/calls`);
    const again = laptop.getByRole('button', { name: 'Send it again' });
    await again.click();
    // The form belonged to the session that was ended.
    await laptop.getByText('You have signed in or out since this form was opened').waitFor();
    await laptop.getByText('What you wrote').click();
    await laptop.getByText('Kept <team>').waitFor();
    await again.click();
    await laptop.getByText('The team Kept <team> is made').waitFor();
    await other.close();
  });

  await t.test('a link of the operator sets a new password, once, and ends the other sessions', async (t) => {
    const link = await debrief.operate('createLink', { email, purpose: 'password' });
    await laptop.goto(link.url);
    await isReadable(t, laptop);
    await laptop.getByLabel('New password').fill(`${password} anew`);
    await laptop.getByRole('button', { name: 'Set it and sign in' }).click();
    await laptop.waitForURL(`${url}/calls`);
    await desk.reload();
    await desk.waitForURL('**/sign-in**');
    await desk.goto(link.url);
    await desk.getByText('This link was used before').waitFor();
    await desk.getByText('npm start prints a new link').waitFor();
    await isReadable(t, desk);
    await desk.getByRole('link', { name: 'Send me a new link' }).click();
    await isReadable(t, desk);
    await desk.getByLabel('E-mail').fill(email);
    await desk.getByRole('button', { name: 'Send the link' }).click();
    await desk.getByText('a link to set a new password is on its way').waitFor();
    await isReadable(t, desk);
  });

  await t.test('a link signs in once, by a button where no script does it', async (t) => {
    const link = await debrief.operate('createLink', { email, purpose: 'sign-in' });
    const phone = await visit();
    // Its script presses the button.
    await phone.route('**/page.js', (route) => route.abort());
    await phone.goto(link.url);
    await isReadable(t, phone);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await phone.waitForURL(`${url}/calls`);
  });

  await t.test('a form that another site sends is refused', async (t) => {
    const [cookie] = (await laptop.context().cookies()).filter(({ name }) =>
      name.endsWith('debrief-session'),
    );
    const headers = {
      cookie: `${cookie?.name}=${cookie?.value}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const send = (more: Record<string, string>) =>
      fetch(`${url}/sign-out`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: '',
        redirect: 'manual',
      });
    for (const more of [{}, { origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      t.equal((await send(more)).status, 403, JSON.stringify(more));
    await laptop.reload();
    t.equal(new URL(laptop.url()).pathname, '/calls', 'the session goes on');
    t.ok(cookie?.httpOnly);
    t.equal(cookie?.sameSite, 'Lax');
  });
}
