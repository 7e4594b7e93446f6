import { machine, thousands, writeFigures } from '../figures.ts';
import { needWrk } from '../http/need-wrk.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import type { Surroundings } from '../stack.ts';
import { copiesTable, measureCopies } from './copies.ts';
import { readOptions, type ScaleOptions } from './options.ts';
import { measureWorkers, monthTable, workersTable } from './workers.ts';

await runUntilStopped({ name: 'bench:scale', readOptions, run });

async function run(options: ScaleOptions, signal: AbortSignal): Promise<void> {
  const report = await withFolder((folder) =>
    withProcesses({ folder, signal }, (o) => (options.what === 'copies' ? copies : workers)(options, o)),
  );
  process.stdout.write(`${report}\n`);
  if (options.output !== '') writeFigures(options.output, `scale: ${options.what}`, report);
}

async function copies(options: ScaleOptions, o: Surroundings): Promise<string> {
  await needWrk(say);
  const measured = await measureCopies(options, o);
  return [
    `${machine('PostgreSQL 18')}; ${thousands(options.rows)} calls before, 32 connections, ${options.seconds} s each.`,
    copiesTable(measured),
  ].join('\n\n');
}

async function workers(options: ScaleOptions, o: Surroundings): Promise<string> {
  const measured = await measureWorkers(options, o);
  return [
    `${machine('PostgreSQL 18')}; the sample call of ${measured.audioSeconds.toFixed(0)} s with ${measured.engine}, ${options.recordings} times with each number of workers, one window at a time each.`,
    workersTable(measured),
    monthTable(measured),
  ].join('\n\n');
}
