import { machine, thousands, writeFigures } from '../figures.ts';
import { needWrk } from '../http/need-wrk.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { copiesTable, measureCopies } from './copies.ts';
import { readOptions, type ScaleOptions } from './options.ts';
import { measureWorkers, monthTable, workersTable } from './workers.ts';

await runUntilStopped({ name: 'bench:scale', readOptions, run });

async function run(options: ScaleOptions, signal: AbortSignal): Promise<void> {
  await needWrk(say);
  const measured = <R>(body: Parameters<typeof withProcesses<R>>[1]) =>
    withFolder((folder) => withProcesses({ folder, signal }, body));
  const copies = await measured((o) => measureCopies(options, o));
  const workers = await measured((o) => measureWorkers(options, o));
  const report = [
    `${machine('PostgreSQL 18')}; ${thousands(options.rows)} calls before, 32 connections, ${options.seconds} s each.`,
    copiesTable(copies),
    `The sample call of ${workers.audioSeconds.toFixed(0)} s with ${workers.engine}, ${options.recordings} times with each number of workers, one window at a time each.`,
    workersTable(workers),
    monthTable(workers),
  ].join('\n\n');
  process.stdout.write(`${report}\n`);
  if (options.output !== '') writeFigures(options.output, 'scale', report);
}
