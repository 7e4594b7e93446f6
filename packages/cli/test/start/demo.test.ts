import { writeFileSync } from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { dataFolder, start } from './start-process.ts';

/** A minute and a half of speech, on one slow core that others use as well. */
const TRANSCRIBED_MS = 300_000;
t.setTimeout(TRANSCRIBED_MS + 100_000);

t.test('the first start coaches the sample call and says how to go on; the next only says so', async (t) => {
  const folder = dataFolder(t);
  const args = ['--port', '0', '--data-dir', folder];
  const first = start(t, ...args);
  await first.says('Ctrl-C stops Debrief.', TRANSCRIBED_MS);
  t.match(first.output(), /Rating \d\.\d of 5/);
  const [, key = ''] = /^Read-write key: (dbr_live_\w+)$/m.exec(first.output()) ?? [];
  const [, url = ''] = /^Try: +curl -H 'x-api-key: dbr_live_\w+' (\S+)$/m.exec(first.output()) ?? [];
  const reply = await fetch(url, { headers: { 'x-api-key': key } });
  t.equal(reply.status, 200, 'what it says to try works');
  t.match(await reply.json(), { status: 'COMPLETED' });
  first.kill('SIGTERM');
  t.equal(await first.ended, 0);

  const next = start(t, ...args);
  await next.says('Ctrl-C stops Debrief.');
  t.match(next.output(), `Read-write key: ${key}\n`);
  t.notMatch(next.output(), 'Coaching the sample call');
  next.kill('SIGTERM');
  t.equal(await next.ended, 0);

  writeFileSync(path.join(folder, 'demo.json'), 'damaged');
  const damaged = start(t, ...args);
  await damaged.says('Ctrl-C stops Debrief.');
  t.match(damaged.output(), /The demo did not work: .*JSON/);
});

t.test('Debrief stops in the middle of the demo', async (t) => {
  const debrief = start(t, '--port', '0', '--data-dir', dataFolder(t));
  await debrief.says('transcribing');
  debrief.kill('SIGINT');
  t.equal(await debrief.ended, 0);
  t.notMatch(debrief.output(), 'The demo did not work');
});
