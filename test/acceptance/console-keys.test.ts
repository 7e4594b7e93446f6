import t from 'tap';
import { openConsole } from './harness/console.ts';
import { eventually } from './harness/eventually.ts';
import { submission } from './harness/submissions.ts';

const opened = await openConsole(t);
if (opened !== null) {
  const { debrief, url, visit, isReadable, addMember, signIn } = opened;
  const integration = await debrief.createIntegration({ name: 'Dialer' });
  const page = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/settings/keys`);
  await signIn(page, await addMember('admin', integration));
  const statusOf = async (key: string, send: 'get' | 'post') => {
    const api = integration.api.withKey(key);
    return (send === 'get' ? await api.get('/calls') : await api.post('/calls', submission())).status;
  };
  const row = page.getByRole('row').filter({ hasText: 'Reporting' });
  let key = '';

  await t.test('signing in leads back to where one wanted to go', async (t) => {
    await page.waitForURL(`${url}/settings/keys`);
    await isReadable(t, page);
  });

  await t.test('a read-only key is shown once, copied, and reads over the API', async (t) => {
    const { base_url } = await debrief.stack();
    t.match(await page.locator('#new-key').textContent(), `Keys are for the API at ${base_url}`);
    await page.getByLabel('Name').fill('Reporting');
    await page.getByLabel('Access').selectOption('Read only');
    await page.getByRole('button', { name: 'Make the key' }).click();
    key = await page.getByLabel('Key', { exact: true }).inputValue();
    t.match(key, /^dbr_live_/);
    t.equal(await page.evaluate('document.activeElement.id'), 'made', 'a keyboard is where the key is');
    t.match(
      await page.locator('.made-key').textContent(),
      `curl -H 'x-api-key: ${key}' '${base_url}/calls?limit=1'`,
    );
    await isReadable(t, page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    t.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    t.equal(await statusOf(key, 'get'), 200);
    t.equal(await statusOf(key, 'post'), 403);
    await page.goto(`${url}/settings/keys`);
    t.notOk((await page.content()).includes(key));
    t.match(await row.textContent(), /Read only/);
  });

  await t.test('when it was used last is shown', async (t) => {
    const shown = await eventually(
      async () => {
        await page.reload();
        return (await row.textContent()) ?? '';
      },
      (text) => !text.includes('Never'),
    );
    t.notMatch(shown, /Never/);
  });

  await t.test('a revoked key is refused at once', async (t) => {
    await row.getByText('Revoke').first().click();
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    const status = await eventually(
      () => statusOf(key, 'get'),
      (one) => one === 401,
    );
    t.equal(status, 401);
    await isReadable(t, page);
  });

  await t.test('a day that is over and a missing name are refused together', async (t) => {
    await page.getByLabel('Last day on which it works').fill('2020-01-31');
    await page.evaluate('document.querySelector("#new-key form").noValidate = true');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The day on which it expires is over').waitFor();
    await alert.getByText('Give the key a name').waitFor();
    t.equal(await page.getByLabel('Last day on which it works').inputValue(), '2020-01-31');
    await isReadable(t, page);
  });

  await t.test('a button that is pressed twice makes one key', async (t) => {
    await page.goto(`${url}/settings/keys`);
    await page.getByLabel('Name').fill('Pressed twice');
    await page.getByRole('button', { name: 'Make the key' }).dblclick();
    await page.getByText('“Pressed twice” of').waitFor();
    t.equal(await page.getByRole('rowheader', { name: 'Pressed twice' }).count(), 1);
  });

  await t.test('an owner makes a key for another integration of the organization', async (t) => {
    const { organization_id } = integration;
    await debrief.operate('createIntegration', { organization_id, name: 'Second' });
    const owners = await visit();
    await owners.goto(`${url}/settings/keys`);
    await signIn(owners, await addMember('owner', integration));
    await owners.getByLabel('Name').fill('For the second');
    await owners.getByLabel('Integration').selectOption({ label: 'Second (Acme)' });
    await owners.getByRole('button', { name: 'Make the key' }).click();
    await owners.getByText('of Second is made').waitFor();
    const made = await owners.getByLabel('Key', { exact: true }).inputValue();
    const { body } = await integration.api.withKey(made).get('/calls');
    t.strictSame(body.data, [], 'it reads the other integration');
  });
}
