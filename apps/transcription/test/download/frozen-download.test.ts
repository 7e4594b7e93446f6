import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { httpHost } from '../fixtures/recording-host.ts';

const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

t.test('a download goes on after its process was frozen for longer than it may take', async (t) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const host = await httpHost(t, async (_request, response) => {
    response.write('audio');
    ask();
    await thawed;
    response.end(Buffer.alloc(100_000));
  });
  const options = {
    url: host.origin,
    file: join(t.testdir({}), 'recording'),
    limits: {
      maxBytes: 1_000_000,
      timeoutMs: 4_000,
      idleTimeoutMs: 30_000,
      minBytesPerSecond: 1_000,
      stretchMs: 4_000,
    },
  };
  const program = `
    import { parseAllowedHosts } from ${JSON.stringify(fileURLToPath(import.meta.resolve('@debrief/contracts/public-address')))};
    import { downloadRecording } from ${url('../../src/download/download-recording.ts')};
    const signal = new AbortController().signal;
    const allowed = parseAllowedHosts(['127.0.0.1']);
    downloadRecording({ ...${JSON.stringify(options)}, allowed, signal }).then(console.log, (error) => console.log(error.message));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'close');
  await asked;
  // Its first bytes have come, and its timers run.
  await delay(300);
  child.kill('SIGSTOP');
  await delay(5_000);
  child.kill('SIGCONT');
  thaw();
  await exited;
  t.equal(said, '100005\n');
});
