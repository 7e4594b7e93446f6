import type { Browser, Page } from 'playwright-core';
import type { Demo } from '../harness/demo.ts';
import type { Operator } from '../harness/operator.ts';

const BYTES_MAX = 200_000;
const DESK = { width: 1280, height: 800 };
const AGENDAS = 'a[href^="/coaching/agendas/"]';
const PHONE = { width: 390, height: 800 };

interface Picture {
  name: string;
  png: Buffer;
}

interface Shot {
  name: string;
  path: string;
  /** Goes on from the page at the path, or makes of it what is shown. */
  reach?(page: Page): Promise<unknown>;
  /** In the dark, on a phone. */
  isPhone?: boolean;
  /** Down to its end: the forms are as many as there are to see. */
  isWhole?: boolean;
}

/** The main pages, each as an owner sees it in the demo. */
const shots = ({ call_id }: Demo): Shot[] => [
  { name: 'calls', path: '/calls' },
  { name: 'call', path: `/calls/${call_id}`, reach: waveform },
  { name: 'correct', path: `/calls/${call_id}/correct?line=4` },
  { name: 'upload', path: '/calls/upload' },
  { name: 'call-phone', path: `/calls/${call_id}`, reach: waveform, isPhone: true },
  // Down to who needs help with objections.
  { name: 'insights', path: '/insights', reach: (page) => page.evaluate('scrollTo(0, 300)') },
  { name: 'coaching', path: '/coaching', reach: weekWithAgendas },
  {
    name: 'agenda',
    path: '/coaching',
    async reach(page) {
      await weekWithAgendas(page);
      await follow(page, AGENDAS);
    },
  },
  {
    name: 'agent',
    path: '/coaching',
    async reach(page) {
      await weekWithAgendas(page);
      await follow(page, 'a[href^="/coaching/agents/"]');
    },
  },
  { name: 'people', path: '/settings/people' },
  {
    name: 'judging',
    path: '/settings/judging/rubrics/discovery',
    async reach(page) {
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByText('What it makes of this call').waitFor();
    },
  },
  { name: 'data', path: '/settings/data', isWhole: true },
  { name: 'keys', path: '/settings/keys' },
  { name: 'audit', path: '/settings/audit' },
  { name: 'health', path: '/settings/health' },
  { name: 'account', path: '/account' },
];

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
  const context = await o.browser.newContext({
    ...{ viewport: DESK, timezoneId: 'Europe/Berlin', locale: 'en-GB', reducedMotion: 'reduce' },
  });
  const page = await context.newPage();
  yield* takeEach(page, o.url, doors);
  const link = await o.operator.operate('createLink', { email: 'owner@demo.example', purpose: 'sign-in' });
  // Opened by a browser it signs in by itself.
  await page.goto(link.url);
  await page.waitForURL(`${o.url}/calls`);
  yield* takeEach(page, o.url, shots(o.demo));
  await context.close();
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

/** Is drawn by script, from the page itself. */
function waveform(page: Page): Promise<void> {
  return page.locator('#waveform canvas').first().waitFor();
}

/** The first week of the list whose agents have agendas: one has too few calls. */
async function weekWithAgendas(page: Page): Promise<void> {
  const weeks = await page.locator('th a[href^="/coaching/periods/"]').all();
  const paths = await Promise.all(weeks.map((week) => week.getAttribute('href')));
  for (const path of paths) {
    await page.goto(new URL(path ?? '', page.url()).href);
    if ((await page.locator(AGENDAS).count()) > 0) return;
  }
  throw new Error('No week of the demo has agendas');
}

async function follow(page: Page, link: string): Promise<void> {
  const href = await page.locator(link).first().getAttribute('href');
  await page.goto(new URL(href ?? '', page.url()).href);
}
