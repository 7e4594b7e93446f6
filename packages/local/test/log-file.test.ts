import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { logFile } from '../src/log-file.ts';

const MAX_BYTES = 4_000;

function open(t: Test) {
  const log = logFile(path.join(t.testdir({}), 'app.log'), { maxBytes: MAX_BYTES, checkMs: 5 });
  const older = `${log.file}.1`;
  t.teardown(() => log.close());
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { ...log, older, text };
}

/** Writes a numbered line of ten bytes for each line it is sent. */
async function writer(t: Test, fd: number): Promise<ChildProcess> {
  const child = spawn('/bin/sh', ['-c', 'while read -r line; do printf "%09d\\n" "$line"; done'], {
    stdio: ['pipe', fd, 'inherit'],
  });
  t.teardown(() => child.kill());
  await once(child, 'spawn');
  return child;
}

t.test('a log is cut while its process goes on writing to it, and its end is kept beside it', async (t) => {
  const { open: openLog, file, older, text } = open(t);
  const fd = openLog();
  const child = await writer(t, fd);
  closeSync(fd);
  let written = 0;
  const write = async (count: number) => {
    const lines = Array.from({ length: count }, (_, index) => written + index);
    written += count;
    child.stdin?.write(`${lines.join('\n')}\n`);
    while (!`${text(older)}${text(file)}`.includes(String(written - 1).padStart(9, '0'))) await delay(2);
  };
  for (let round = 0; round < 20; round += 1) {
    await write(100);
    while (statSync(file).size > MAX_BYTES) await delay(2);
  }
  t.ok(statSync(older).size <= 2 * MAX_BYTES);
  const numbers = `${text(older)}${text(file)}`.trim().split('\n').map(Number);
  t.equal(numbers.at(-1), 1_999);
  t.same(
    numbers,
    numbers.map((_, index) => index + 2_000 - numbers.length),
    'without a gap',
  );
});

t.test('a log that has become too long since is cut when it is opened', async (t) => {
  const { open: openLog, close, file, older, text } = open(t);
  const fd = openLog();
  close();
  writeSync(fd, 'a'.repeat(MAX_BYTES) + 'b'.repeat(MAX_BYTES));
  closeSync(fd);
  await delay(20);
  t.equal(statSync(file).size, 2 * MAX_BYTES, 'a closed log is left alone');
  closeSync(openLog());
  t.equal(text(file), '');
  t.equal(text(older), 'b'.repeat(MAX_BYTES));
});

t.test('a log is cut also where the older one cannot be written', async (t) => {
  const { open: openLog, file, older } = open(t);
  mkdirSync(path.join(older, 'in-the-way'), { recursive: true });
  const fd = openLog();
  writeSync(fd, 'a'.repeat(2 * MAX_BYTES));
  while (statSync(file).size > 0) await delay(2);
  closeSync(fd);
  rmSync(older, { recursive: true });
});
