import { execFileSync } from 'node:child_process';
import { machine, median, spread, table, thousands } from '../figures.ts';
import { versionOf } from './contestants.ts';
import type { Options } from './options.ts';
import type { Measured } from './run-wrk.ts';

/** What one contestant gave over so many connections, by round. */
export interface Row {
  readonly name: string;
  readonly connections: number;
  readonly rounds: readonly Measured[];
}

/** The figures of one scenario, as Markdown. */
export function reportOf(options: Options, rows: readonly Row[]): string {
  const base = options.peers.includes('monolith') ? 'Fastify + pg' : 'Debrief';
  return [
    `${surroundings(options)}; ${thousands(options.rows)} calls, ${options.rounds} rounds of ${options.seconds} s in turns.`,
    table(
      ['connections', '', 'requests/s', 'min', 'max', 'ratio', 'p50 ms', 'p99 ms', 'CPU ms a request'],
      rows.map((row) => [
        String(row.connections),
        row.name,
        ...spread(perSecond(row), 0),
        median(ratios(row, rows, base)).toFixed(2),
        median(row.rounds.map(({ p50Ms }) => p50Ms)).toFixed(2),
        median(row.rounds.map(({ p99Ms }) => p99Ms)).toFixed(2),
        median(row.rounds.map(({ cpuMs }) => sum(cpuMs.values()))).toFixed(2),
      ]),
      2,
    ),
    `The ratio is the median over the rounds, to ${base}. CPU and memory by process:`,
    table(
      ['connections', '', 'CPU ms a request', 'resident MB'],
      rows.map((row) => [
        String(row.connections),
        row.name,
        byProcess(row, ({ cpuMs }) => cpuMs, 3),
        byProcess(row, ({ residentMb }) => residentMb, 0),
      ]),
      4,
    ),
  ].join('\n\n');
}

function surroundings({ peers }: Options): string {
  const version = execFileSync('nats-server', ['--version'], { encoding: 'utf8' });
  const nats = `NATS ${/\d+\.\d+\.\d+/.exec(version)?.[0] ?? 'unknown'}`;
  return machine('PostgreSQL', nats, ...peers.map(versionOf));
}

const perSecond = ({ rounds }: Row) => rounds.map((round) => round.perSecond);

function ratios(row: Row, rows: readonly Row[], base: string): number[] {
  const other = rows.find(({ name, connections }) => name === base && connections === row.connections);
  return row.rounds.map((round, index) => round.perSecond / (other?.rounds[index]?.perSecond ?? Number.NaN));
}

function byProcess(
  { rounds }: Row,
  of: (round: Measured) => ReadonlyMap<string, number>,
  digits: number,
): string {
  const names = [...(rounds[0] === undefined ? [] : of(rounds[0]).keys())];
  return names
    .map((name) => [name, median(rounds.map((round) => of(round).get(name) ?? 0))] as const)
    .filter(([, value]) => Number(value.toFixed(digits)) > 0)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ');
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
