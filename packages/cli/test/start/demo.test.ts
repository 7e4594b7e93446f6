import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import t, { type Test } from 'tap';
import { projectFolder } from '../../src/start/apps.ts';
import { runDemo } from '../../src/start/run-demo.ts';
import { dataFolder, readStack, start } from './start-process.ts';

/** The sample's first sentence: recognising all of it takes half a minute of computing. */
function shortSample(t: Test): string {
  const sample = path.join(projectFolder, 'samples/sales-call');
  const folder = dataFolder(t);
  copyFileSync(path.join(sample, 'submission.json'), path.join(folder, 'submission.json'));
  const cut = ['-v', 'error', '-t', '5', '-i', path.join(sample, 'call.mp3'), path.join(folder, 'call.mp3')];
  execFileSync('ffmpeg', cut);
  return folder;
}

t.test('the demo coaches the sample call once; later starts say what to try', async (t) => {
  const dataDir = dataFolder(t);
  const args = ['--port', '0', '--data-dir', dataDir];
  const first = start(t, '--no-demo', ...args);
  await first.says('Press Ctrl-C to stop Debrief.');
  const { base_url: baseUrl, nats_url: natsUrl } = readStack(dataDir);
  let said = '';
  const { key, callEventId } = await runDemo({
    baseUrl,
    natsUrl,
    dataDir,
    say: (line) => {
      said += `${line}\n`;
    },
    signal: new AbortController().signal,
    sample: shortSample(t),
  });
  t.match(said, /^Who said what\n.*david/im);
  t.match(said, /^Rating/m);
  const reply = await fetch(`${baseUrl}/calls/call_event_id:${callEventId}`, {
    headers: { 'x-api-key': key },
  });
  t.equal(reply.status, 200);
  first.kill('SIGTERM');
  t.equal(await first.ended, 0);

  const next = start(t, ...args);
  await next.says('Press Ctrl-C to stop Debrief.');
  t.match(next.output(), `Read-write key: ${key}\n`);
  t.notMatch(next.output(), 'Coaching the sample call');
  const [, url = ''] = /^Try: +curl -H 'x-api-key: dbr_live_\w+' (\S+)$/m.exec(next.output()) ?? [];
  t.equal((await fetch(url, { headers: { 'x-api-key': key } })).status, 200, 'what it says to try works');
});

t.test('Debrief stops in the middle of the demo', async (t) => {
  const debrief = start(t, '--port', '0', '--data-dir', dataFolder(t));
  await debrief.says('transcribing');
  debrief.kill('SIGINT');
  t.equal(await debrief.ended, 0);
  t.notMatch(debrief.output(), 'The demo failed');
});
