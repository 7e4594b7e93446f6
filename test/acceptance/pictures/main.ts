import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pollUntil } from '@debrief/local/poll-until';
import { chromium } from 'playwright-core';
import { serveBrowser } from '../harness/browser.ts';
import { launchDebrief, root } from '../harness/launch-debrief.ts';
import { connectOperator } from '../harness/operator.ts';
import { type Demo, takePictures } from './take-pictures.ts';

/**
 * `npm run pictures [-- --data-dir .debrief]` takes the pictures of the console in docs/images: of the demo of a Debrief of
 * its own, or of the one whose data folder is named, which must be running.
 */
const DEMO_TIMEOUT_MS = 600_000;
const { values } = parseArgs({ options: { 'data-dir': { type: 'string' } } });
const given = values['data-dir'];
const dataDir = given ?? mkdtempSync(path.join(tmpdir(), 'debrief-pictures-'));
const debrief =
  given === undefined
    ? // As a user starts it: what tests start has no sample team.
      launchDebrief(
        dataDir,
        { TEMPORARY_DATA: 'false' },
        { options: ['--no-models'], timeoutMs: DEMO_TIMEOUT_MS },
      )
    : null;
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());

try {
  await debrief?.ready;
  // A Debrief that is stopped ends by a Ctrl-C of its own as well.
  const isCoached = await pollUntil(async () => readJson<Demo>('demo.json').team.coached, {
    ...{ intervalMs: 500, timeoutMs: DEMO_TIMEOUT_MS, signal: stopping.signal },
  });
  if (!isCoached) throw new Error('The calls of the sample team were not coached in time');
  const { console_url, nats_url } = readJson<{ console_url: string; nats_url: string }>('stack.json');
  const served = await serveBrowser();
  if (served === null)
    throw new Error('There is no Chromium: apt-get install chromium-headless-shell, or Google Chrome');
  const browser = await chromium.connect(served.wsEndpoint());
  const operator = await connectOperator(nats_url);
  const folder = path.join(root, 'docs/images');
  mkdirSync(folder, { recursive: true });
  const demo = readJson<Demo>('demo.json');
  for await (const { name, png } of takePictures({ browser, operator, demo, url: console_url })) {
    writeFileSync(path.join(folder, name), png);
    process.stdout.write(`docs/images/${name}: ${Math.ceil(png.length / 1000)} kB\n`);
  }
  await operator.close();
  await browser.close();
  await served.close();
} finally {
  await debrief?.stop();
  if (given === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(dataDir, file), 'utf8')) as T;
}
