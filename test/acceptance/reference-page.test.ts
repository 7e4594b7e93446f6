import t from 'tap';
import { sharedBrowser } from './harness/browser.ts';
import { sharedDebrief } from './harness/debrief.ts';

const browser = await sharedBrowser(t);
if (browser !== null) {
  await t.test(
    'the reference page shows every operation in a browser that reaches nothing else',
    async (t) => {
      const debrief = await sharedDebrief(t);
      const { origin } = new URL((await debrief.stack()).base_url);
      const { api } = await debrief.createIntegration();
      const page = await browser.newPage({ viewport: { width: 1280, height: 2000 } });
      const elsewhere: string[] = [];
      await page.route('**', (route) => {
        const url = route.request().url();
        if (url.startsWith(`${origin}/`) || url.startsWith('data:')) return route.continue();
        elsewhere.push(url);
        return route.abort();
      });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));

      await page.goto(`${origin}/docs`);
      await page.locator('.opblock').nth(18).waitFor();
      const shown = await page.locator('.opblock').evaluateAll((blocks) =>
        blocks.map((block) => {
          const text = (selector: string) =>
            block.querySelector(selector)?.textContent?.replaceAll('\u200b', '');
          return `${text('.opblock-summary-method')} ${text('.opblock-summary-path')}`;
        }),
      );
      const documented = api.contract.operations.map(({ method, path }) => `${method} ${path}`);
      t.strictSame(shown.sort(), documented.sort());

      await page.locator('#operations-Calls-submitCall .opblock-summary-control').click();
      await page.getByText('Accepts a recording for download').first().waitFor();
      const picture = await page.screenshot();
      t.ok(picture.byteLength > 50_000, 'the screenshot is not an empty page');
      t.strictSame(elsewhere, [], 'nothing is loaded from another server');
      t.strictSame(faults, []);
      if (process.env.SCREENSHOT !== undefined) await page.screenshot({ path: process.env.SCREENSHOT });
    },
  );
}
