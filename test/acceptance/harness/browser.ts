import { findChromium } from '@debrief/local/packages';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import type { Test } from 'tap';

/** Environment variable: where the browser is that the files of a test run share. */
export const BROWSER_URL = 'BROWSER_URL';

/** Chromium without a window, which all files of a run share; a file that is run alone starts one. Null: there is none. */
export async function sharedBrowser(t: Test): Promise<Browser | null> {
  const url = process.env[BROWSER_URL];
  const executable = findChromium();
  if (executable === null) {
    t.plan(0, 'needs Chromium: apt-get install chromium-headless-shell, or Google Chrome');
    return null;
  }
  const browser = await (url === undefined ? chromium.launch(options(executable)) : chromium.connect(url));
  // Of the shared one it closes what this file has opened.
  t.teardown(() => browser.close());
  return browser;
}

/** Null where there is no Chromium. */
export async function serveBrowser(): Promise<BrowserServer | null> {
  const executable = findChromium();
  return executable === null ? null : chromium.launchServer(options(executable));
}

function options(executablePath: string): Parameters<typeof chromium.launch>[0] {
  return {
    executablePath,
    // It cannot make its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // A player may start without a click, and nobody hears it.
    args: ['--mute-audio'],
  };
}
