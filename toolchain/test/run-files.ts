import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, globSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';

/**
 * `run-files.ts [--show] [files]` runs the test files of the folder it is started in by a few processes, each of which
 * takes the next file when it is done with one: a start of Node.js and tap for each file takes longer than most files
 * (decision 0043). The results are TAP, of one process after the other, in `.tap/results.tap`; `--show` prints them as
 * they come, and uses one process.
 */
const RESULTS = '.tap/results.tap';
/** Of what a process with a failure wrote to its standard error, the last is shown. */
const SAID_LENGTH = 20_000;
const program = path.join(import.meta.dirname, 'test-process.ts');
const isShown = process.argv[2] === '--show';
const asked = process.argv.slice(isShown ? 3 : 2);
const files = asked.length > 0 ? asked : globSync('**/*.test.ts', { exclude: ['node_modules/**'] }).sort();
const processes = isShown ? 1 : Math.min(availableParallelism(), files.length);
const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    files.length = 0;
    for (const child of running) child.kill(signal);
  });
}

mkdirSync(path.dirname(RESULTS), { recursive: true });
const results = createWriteStream(RESULTS);
const outputs = await Promise.all(Array.from({ length: processes }, runProcesses));
results.end(outputs.flat().join(''));
await finished(results);

/** What a process printed, and the one that took its place where it ended before the files did. */
async function runProcesses(): Promise<string[]> {
  const outputs: string[] = [];
  do outputs.push(await runProcess());
  while (files.length > 0);
  return outputs;
}

async function runProcess(): Promise<string> {
  const child = fork(program, {
    execArgv: ['--no-enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  let output = '';
  let said = '';
  if (isShown) child.stdout?.pipe(process.stdout, { end: false });
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (said = `${said}${chunk}`.slice(-SAID_LENGTH)));
  const at: { file: string | null } = { file: null };
  child.on('message', (message) => {
    // tap, too, tells its parent something.
    if (message !== 'next') return;
    at.file = files.shift() ?? null;
    child.send({ file: at.file });
  });
  const [code, signal] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) {
    process.exitCode = 1;
    process.stderr.write(said);
  }
  if (at.file === null) return output;
  const how = signal === null ? `status ${code}` : signal;
  return `${output}\nnot ok 0 - ${at.file} ended its process (${how})\n# { total: 1, pass: 0, fail: 1 }\n`;
}
