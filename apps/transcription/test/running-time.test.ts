import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const module = fileURLToPath(new URL('../src/running-time.ts', import.meta.url));
const program = `
  import { afterRunning } from ${JSON.stringify(module)};
  afterRunning(2_000, () => console.log('ran'));
  setTimeout(() => console.log('passed'), 2_000);
  console.log('begun');
`;

t.test('time in which the process is frozen does not count', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = once(child, 'close');
  await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  await delay(2_500);
  child.kill('SIGCONT');
  await exited;
  t.equal(said, 'begun\npassed\nran\n');
});
