import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { Test } from 'tap';
import { sharedBrowser } from './browser.ts';
import type { ConsoleVisitor } from './console-visitor.ts';
import { type Debrief, type Integration, sharedDebrief } from './debrief.ts';
import { newId } from './submissions.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const password = 'four words for tests';
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
/** For what a page shows or does: the machine may be busy with other tests. */
const PATIENCE_MS = 120_000;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

export interface Console {
  url: string;
  debrief: Debrief;
  /** A browser of somebody's own: no cookies yet, in a zone of their own. `others`: what it may load from besides. */
  visit(...others: string[]): Promise<Page>;
  /** A page as somebody sees it who is signed in already. */
  open(visitor: ConsoleVisitor, path: string): Promise<Page>;
  /** Reads as everybody must be able to: no violation of accessibility in either theme, and no need to scroll on a phone. */
  isReadable(t: Test, page: Page): Promise<void>;
  /** Somebody with a password and a membership. */
  addMember(role: 'owner' | 'admin' | 'member', integration: Integration, email?: string): Promise<string>;
  signIn(page: Page, email: string): Promise<void>;
}

/** A browser, beside the Debrief that all files share; null where there is no Chromium. */
export async function openConsole(t: Test): Promise<Console | null> {
  const browser = await sharedBrowser(t);
  if (browser === null) return null;
  const debrief = await sharedDebrief(t);
  const url = (await debrief.stack()).console_url;
  return {
    url,
    debrief,
    visit: (...others) => visit(t, browser, url, others),
    async open(visitor, path) {
      const page = await visit(t, browser, url);
      await page.context().addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url })));
      await page.goto(url + path);
      return page;
    },
    isReadable,
    async addMember(role, integration, email = `${newId('person')}@acme.example`) {
      const place =
        role === 'owner'
          ? { organization_id: integration.organization_id }
          : { integration_id: integration.id };
      const { link } = await debrief.operate('addMember', { email, name: 'Pat Person', role, ...place });
      // Of the second membership there is none: the password is that of the first.
      if (link === null) return email;
      const page = await visit(t, browser, url);
      await page.goto(link.url);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Set it and sign in' }).click();
      await page.waitForURL(`${url}/calls`);
      await page.context().close();
      return email;
    },
    async signIn(page, email) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
  };
}

/** Fails what a page loads from elsewhere, throws, or is kept from by the content security policy. */
async function visit(t: Test, browser: Browser, url: string, others: string[] = []): Promise<Page> {
  // A colour that is on its way to another would be measured.
  const reducedMotion = 'reduce';
  const context = await browser.newContext({ viewport: DESK, timezoneId: 'Europe/Berlin', reducedMotion });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('request', (request) => {
    const asked = request.url();
    // What is the page's own, and a file that somebody chose in it.
    const known = [...[url, ...others].map((origin) => `${origin}/`), 'data:', `blob:${url}/`];
    if (!known.some((start) => asked.startsWith(start))) t.fail(`the page loads ${asked}`);
  });
  page.on('pageerror', (error) => t.fail(`the page throws: ${error.message}`));
  page.on('console', (message) => {
    // That a status is no success is part of some flows.
    const isStatus = /^(Failed to load resource|Response Status Error Code)/.test(message.text());
    if (message.type() === 'error' && !isStatus) t.fail(`the page says: ${message.text()}`);
  });
  return page;
}

async function isReadable(t: Test, page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.evaluate(axe);
  // Of the player's shadow root it would load the styles once more, which the policy forbids. To describe what passes
  // takes a quarter of its time.
  const asked = { preload: false, resultTypes: ['violations'] };
  // In the dark only colours differ.
  const options = {
    light: asked,
    dark: { ...asked, runOnly: ['color-contrast', 'link-in-text-block'] },
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options[colorScheme])}).then(({ violations }) => violations)`,
    )) as Violation[];
    t.strictSame(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
      [],
      `${pathname} is accessible, ${colorScheme}`,
    );
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(PHONE);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  t.ok(Number(width) <= PHONE.width, `${pathname} fits a phone: ${width} px`);
  await page.setViewportSize(DESK);
}
