import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../harness/demo.ts';
import type { Operator } from '../harness/operator.ts';
import { type Shot, shots } from './shots.ts';

const OWNER = 'owner@demo.example';
const BYTES_MAX = 200_000;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };

interface Picture {
  name: string;
  png: Buffer;
}

/** Those of somebody who is not signed in. */
const doors: Shot[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'recovery', path: '/recovery' },
];

export async function* takePictures(o: {
  browser: Browser;
  operator: Operator;
  demo: Demo;
  url: string;
}): AsyncGenerator<Picture> {
  const { browser, operator, demo, url } = o;
  await addIntegration(operator);
  const [visitor, guest] = [await newContext(browser), await newContext(browser)];
  const [page, elsewhere] = [await visitor.newPage(), await guest.newPage()];
  yield* takeEach(page, url, doors);
  const link = await operator.operate('createLink', { email: OWNER, purpose: 'sign-in' });
  // Opened by a browser it signs in by itself.
  await page.goto(link.url);
  await page.waitForURL(`${url}/calls`);
  yield* takeEach(page, url, shots(demo));
  yield* takeEach(page, url, [{ name: 'people', path: '/settings/people', reach: invite }]);
  const invitation = new URL(await page.getByLabel('Link', { exact: true }).inputValue());
  const reset = new URL((await operator.operate('createLink', { email: OWNER, purpose: 'password' })).url);
  yield* takeEach(elsewhere, url, [
    { name: 'join', path: invitation.pathname },
    { name: 'link', path: reset.pathname },
  ]);
  await visitor.close();
  await guest.close();
}

/** Another than that of the demo, to switch to. */
async function addIntegration({ operate }: Operator): Promise<void> {
  const { data } = await operate('listMembers', {});
  const owner = data.find(({ account }) => account.email === OWNER);
  if (owner === undefined) throw new Error('The demo has no owner');
  await operate('createIntegration', { organization_id: owner.organization_id, name: 'Service desk' });
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    ...{ viewport: DESK, timezoneId: 'Europe/Berlin', locale: 'en-GB', reducedMotion: 'reduce' },
  });
}

async function* takeEach(page: Page, url: string, given: readonly Shot[]): AsyncGenerator<Picture> {
  for (const { name, path, reach, isPhone = false, isWhole = false } of given) {
    await page.setViewportSize(isPhone ? PHONE : DESK);
    await page.emulateMedia({ colorScheme: isPhone ? 'dark' : 'light' });
    const answer = await page.goto(url + path);
    if (answer?.status() !== 200) throw new Error(`${path} was answered ${answer?.status()}`);
    await reach?.(page);
    yield { name: `${name}.png`, png: await pictureOf(page, isWhole) };
  }
}

async function pictureOf(page: Page, fullPage: boolean): Promise<Buffer> {
  const png = await page.screenshot({ fullPage });
  if (png.length > BYTES_MAX) throw new Error(`A picture of ${page.url()} takes ${png.length} bytes`);
  return png;
}

async function invite(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('nina.hall@sunrise-energy.example');
  await page.getByLabel('Name of the person').fill('Nina Hall');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('heading', { name: 'is invited' }).waitFor();
}
