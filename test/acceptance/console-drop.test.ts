import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import t from 'tap';
import { openConsole } from './harness/console.ts';
import { visitConsole } from './harness/console-visitor.ts';
import { eventually } from './harness/eventually.ts';
import { cutSample, RATED_CALL } from './harness/recordings.ts';

const opened = await openConsole(t);
const folder = t.testdir({});
const path = '/calls/upload';

if (opened !== null) {
  const { url, debrief, isReadable } = opened;
  const admin = await visitConsole(debrief, 'admin', await debrief.createIntegration());
  const page = await opened.open(admin, path);

  t.test('one recording is dropped into its zone, which says when it would take it', async (t) => {
    const drop = await dropsOn(page);
    const zone = page.locator('.drop-zone');
    // A string that is a function would not be called.
    const name = () => page.evaluate("document.querySelector('#file').files[0]?.name");
    const call = join(folder, 'dropped.wav');
    const notes = join(folder, 'notes.txt');
    await cutSample(folder, 'dropped.wav', RATED_CALL, 5);
    await writeFile(notes, 'Call them back.');

    await drop('dragOver', [call], page.getByRole('heading', { level: 1 }));
    t.equal(await zone.getAttribute('data-drag'), 'near');
    await drop('dragOver', [call], zone);
    t.equal(await zone.getAttribute('data-drag'), 'inside');
    await page.dispatchEvent('body', 'dragleave');
    t.equal(await zone.getAttribute('data-drag'), null, 'whoever leaves with the file leaves nothing marked');

    await drop('drop', [call], zone);
    t.equal(await name(), 'dropped.wav');
    const length = page.getByLabel('Length');
    t.equal(await eventually(() => length.inputValue(), Boolean), '0:05', 'its length is filled in');
    t.equal(await page.evaluate('document.activeElement.id'), 'file', 'the keyboard goes on from there');

    for (const [files, sentence] of [
      [[call, call], /Those are 2 files\. Each call is uploaded by itself: drop one of them\./],
      [[notes], /“notes\.txt” is not audio that Debrief reads\. Take MP3, WAV/],
    ] as const) {
      await drop('drop', files, zone);
      t.match(await zone.textContent(), sentence);
      t.equal(await name(), undefined, 'what is wrong is not sent');
    }
    await isReadable(t, page);
    await page.getByLabel('Recording').setInputFiles(notes);
    t.match(await zone.textContent(), /“notes\.txt” is not audio/, 'one that is chosen is looked at as well');
    await drop('drop', [call], page.getByRole('heading', { level: 1 }));
    t.equal(page.url(), url + path, 'one that misses the zone does not take the page away');
    await drop('drop', [call], zone);
    t.equal(await name(), 'dropped.wav');
    t.notMatch(await zone.textContent(), /is not audio/);
  });
}

/** Drags files from this machine over a page, as its user would: the browser itself makes the events. */
async function dropsOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  return async (last: 'dragOver' | 'drop', files: readonly string[], to: ReturnType<Page['locator']>) => {
    const { x = 0, y = 0 } = (await to.boundingBox()) ?? {};
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    const at = { x: x + 5, y: y + 5, data };
    for (const type of new Set(['dragEnter', 'dragOver', last] as const))
      await session.send('Input.dispatchDragEvent', { type, ...at });
  };
}
