import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { serveBrowser } from '../harness/browser.ts';
import { withDemo } from '../harness/demo.ts';
import { root } from '../harness/launch-debrief.ts';
import { connectOperator } from '../harness/operator.ts';
import { takePictures } from './take-pictures.ts';

/** `npm run pictures` takes the pictures of the console in docs/images: of the demo of a Debrief of its own. */
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());

await withDemo({ signal: stopping.signal }, async ({ demo, consoleUrl, natsUrl }) => {
  const served = await serveBrowser();
  if (served === null)
    throw new Error('There is no Chromium: apt-get install chromium-headless-shell, or Google Chrome');
  const browser = await chromium.connect(served.wsEndpoint());
  const operator = await connectOperator(natsUrl);
  const folder = path.join(root, 'docs/images');
  mkdirSync(folder, { recursive: true });
  for await (const { name, png } of takePictures({ browser, operator, demo, url: consoleUrl })) {
    writeFileSync(path.join(folder, name), png);
    process.stdout.write(`docs/images/${name}: ${Math.ceil(png.length / 1000)} kB\n`);
  }
  await operator.close();
  await browser.close();
  await served.close();
});
