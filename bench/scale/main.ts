import { machine, thousands, writeFigures } from '../figures.ts';
import { needWrk } from '../http/need-wrk.ts';
import { say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import type { Surroundings } from '../stack.ts';
import { copiesTable, measureCopies } from './copies.ts';
import { readOptions, type ScaleOptions } from './options.ts';
import { measureWorkers, monthTable, workersTable } from './workers.ts';

/** The figures that operators read. */
const SIZING = 'sizing';

await runUntilStopped({ name: 'bench:scale', readOptions, run });

async function run(options: ScaleOptions, signal: AbortSignal): Promise<void> {
  const figures = await withFolder((folder) =>
    withProcesses({ folder, signal }, (o) => (options.what === 'copies' ? copies : workers)(options, o)),
  );
  for (const [name, text] of Object.entries(figures)) {
    process.stdout.write(`${text}\n\n`);
    const file = name === SIZING ? options.sizing : options.output;
    if (file !== '') writeFigures(file, name, text);
  }
}

/** @returns the figures, by the name of their place. */
async function copies(options: ScaleOptions, o: Surroundings): Promise<Record<string, string>> {
  await needWrk(say);
  const measured = await measureCopies(options, o);
  const conditions = `${machine('PostgreSQL 18')}; ${thousands(options.rows)} calls before, 32 connections, ${options.seconds} s each.`;
  return { 'scale: copies': `${conditions}\n\n${copiesTable(measured)}` };
}

async function workers(options: ScaleOptions, o: Surroundings): Promise<Record<string, string>> {
  const measured = await measureWorkers(options, o);
  const conditions = `${machine('PostgreSQL 18')}; the sample call of ${measured.audioSeconds.toFixed(0)} s with ${measured.engine}, ${options.recordings} times with each number of workers, one window at a time each.`;
  return {
    'scale: workers': `${conditions}\n\n${workersTable(measured)}`,
    [SIZING]: `${conditions}\n\n${monthTable(measured)}`,
  };
}
