import { execFileSync } from 'node:child_process';
import { machine, median, spread, table } from '../figures.ts';
import type { MemoryResult } from './memory.ts';
import type { Options } from './options.ts';
import type { Result } from './throughput.ts';

const MB = 1e6;
const MEMORY_GOAL_MB = 150;

/** What was measured, as Markdown. */
export function reportOf(
  options: Options,
  results: readonly Result[],
  memory: readonly MemoryResult[],
): string {
  const [ours, theirs] = results;
  if (ours === undefined || theirs === undefined) throw new Error('nothing was measured');
  return [
    `${surroundings()}; ${options.rounds} rounds of ${options.recordings} recordings each, in turns, submitted over ${options.connections} connections by 8 integrations; graphile-worker runs ${options.concurrency} jobs at once.`,
    table(
      ['', 'recordings/s, median', 'min', 'max', 'CPU seconds per 1,000, median'],
      results.map((result) => [
        result.name,
        ...spread(perSecond(result), 1),
        fixed(median(cpuTotals(result)), 1),
      ]),
    ),
    `Debrief does ${fixed(median(ratios(ours, theirs)), 2)} times as many as graphile-worker (median of the rounds; ${fixed(Math.min(...ratios(ours, theirs)), 2)} to ${fixed(Math.max(...ratios(ours, theirs)), 2)}).`,
    table(['CPU seconds per 1,000 recordings', ...results.map(({ name }) => name)], cpuRows(results)),
    ...(memory.length === 0 ? [] : [memoryTable(memory)]),
  ].join('\n\n');
}

function memoryTable(memory: readonly MemoryResult[]): string {
  return table(
    [
      'stereo recording, MB',
      'worker idle',
      'worker at most',
      'ffmpeg at most',
      'both at most, by PSS',
      `goal ${MEMORY_GOAL_MB}`,
      'seconds',
    ],
    memory.map(({ hours, idleBytes, workerBytes, childrenBytes, togetherBytes, seconds }) => [
      `${hours} h`,
      ...[idleBytes, workerBytes, childrenBytes, togetherBytes].map((bytes) => fixed(bytes / MB, 0)),
      Math.max(workerBytes, togetherBytes) <= MEMORY_GOAL_MB * MB ? 'met' : 'missed',
      fixed(seconds, 0),
    ]),
  );
}

function surroundings(): string {
  const version = execFileSync('nats-server', ['--version'], { encoding: 'utf8' });
  return `${machine('PostgreSQL 18')}, NATS ${/\d+\.\d+\.\d+/.exec(version)?.[0] ?? 'unknown'}`;
}

const perSecond = ({ rounds }: Result) => rounds.map(({ recordings, seconds }) => recordings / seconds);
const ratios = (one: Result, other: Result) => {
  const others = perSecond(other);
  return perSecond(one).map((value, index) => value / (others[index] ?? Number.NaN));
};

const perThousand = ({ rounds }: Result, name: string) =>
  rounds.map(({ cpuSeconds, recordings }) => ((cpuSeconds.get(name) ?? 0) / recordings) * 1000);

const cpuTotals = ({ rounds }: Result) =>
  rounds.map(
    ({ cpuSeconds, recordings }) =>
      ([...cpuSeconds.values()].reduce((sum, value) => sum + value, 0) / recordings) * 1000,
  );

function cpuRows(results: readonly Result[]): string[][] {
  const names = new Set(results.flatMap(({ rounds }) => [...(rounds[0]?.cpuSeconds.keys() ?? [])]));
  return [...names].map((name) => [
    name,
    ...results.map((result) =>
      result.rounds[0]?.cpuSeconds.has(name) ? fixed(median(perThousand(result, name)), 2) : '',
    ),
  ]);
}

function fixed(value: number, digits: number): string {
  return value.toFixed(digits);
}
