import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuSeconds, memoryBytes } from '../cpu-time.ts';
import type { Contestant } from './contestants.ts';
import type { Scenario } from './options.ts';

export interface Load {
  readonly scenario: Scenario;
  readonly connections: number;
  readonly seconds: number;
  /** Of the scripts: `KEY`, `IDS`, `ROUND`. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface Measured {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU milliseconds of each request, by process. */
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly residentMb: ReadonlyMap<string, number>;
}

const run = promisify(execFile);
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** @throws unless every request was answered 2xx. */
export async function runWrk(contestant: Contestant, o: Load): Promise<Measured> {
  const names = [...contestant.pids.keys()];
  const pids = [...contestant.pids.values()];
  const before = cpuSeconds(pids);
  // One thread: two would take both cores from what is measured.
  const args = [
    '-t',
    '1',
    '-c',
    String(o.connections),
    '-d',
    `${o.seconds}s`,
    '--timeout',
    '10s',
    '--latency',
  ];
  const { stdout } = await run('wrk', [...args, '-s', fileOf(`${o.scenario}.lua`), contestant.address], {
    env: { ...process.env, ...o.env, REPORT: fileOf('report.lua') },
    signal: o.signal,
  });
  const after = cpuSeconds(pids);
  const figures = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
  const { requests = 0, microseconds = 1, p50 = 0, p99 = 0, refused = 0, broken = 0 } = figures;
  if (refused + broken > 0)
    throw new Error(
      `${contestant.name}, ${o.scenario}: ${refused} of ${requests} answers were refusals, ${broken} connections broke`,
    );
  const perRequest = names.map(
    (name, index) => [name, (((after[index] ?? 0) - (before[index] ?? 0)) * 1000) / requests] as const,
  );
  return {
    requests,
    perSecond: requests / (microseconds / 1e6),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    cpuMs: new Map(perRequest),
    residentMb: new Map([...contestant.pids].map(([name, pid]) => [name, memoryBytes(pid).own / 1e6])),
  };
}
