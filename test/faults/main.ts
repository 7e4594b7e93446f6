import type { AnyFault } from './fault.ts';
import { faults } from './faults.ts';
import { type Options, readOptions, usage } from './options.ts';
import { formatRow, head, type Row } from './report/table.ts';
import { writeReport } from './report/write-report.ts';
import { root } from './root.ts';
import { runRows } from './run-rows.ts';
import { whyNot } from './stack/launch-debrief.ts';

const NAMESPACE = 'DEBRIEF_FAULTS_NAMESPACE';

/** `npm run faults`: breaks a real Debrief in every way of the fault matrix, and checks what it promises. */
const options = read();
const isMeant = (name: string) => (fault: AnyFault) =>
  name === fault.row || name === fault.row.replace(/\D+$/, '');
const chosen = faults.filter(
  (fault) => options.only.length === 0 || options.only.some((one) => isMeant(one)(fault)),
);
const unknown = options.only.filter((one) => !faults.some(isMeant(one)));
// A reader of the output may have had enough of it, as `head` has; what runs is still stopped in order.
process.stdout.on('error', () => {});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const obstacle = whyNot() ?? inNamespace();
if (unknown.length > 0) fail(`No row is called ${unknown.join(', ')}; --list shows them.`);
else if (options.list) for (const { row, does } of chosen) say(`${row.padEnd(4)} ${does}`);
else if (obstacle !== null) fail(`npm run faults does not run here: ${obstacle}.`);
else process.exitCode = await run();

/** Small disks of rows shall be seen by nobody else, and go away however this ends. Others than root cannot mount any. */
function inNamespace(): null {
  if (process.getuid?.() !== 0 || process.env[NAMESPACE] !== undefined) return null;
  const command = ['env', 'unshare', '-m', process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // In place of this process, so that whoever signals it reaches what takes over.
  process.execve?.('/usr/bin/env', command, { ...process.env, [NAMESPACE]: 'true' });
  return null;
}

async function run(): Promise<number> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      say('\nStopping…');
      stopping.abort();
    });
  }
  for (const line of head) say(line);
  const rows: Row[] = [];
  for await (const row of runRows(chosen, options, stopping.signal)) {
    rows.push(row);
    say(formatRow(row));
    if (options.debrief === root) await writeReport(row);
  }
  if (stopping.signal.aborted) return 130;
  const failed = rows.filter(({ isPassed }) => !isPassed);
  say(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

function read(): Options {
  try {
    return readOptions(process.argv.slice(2)) ?? help();
  } catch (error) {
    return fail((error as Error).message);
  }
}

function help(): never {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n${usage}\n`);
  process.exit(1);
}
