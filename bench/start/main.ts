import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppName, apps, projectFolder } from '../../packages/cli/src/start/apps.ts';
import { memoryBytes, peakBytes } from '../cpu-time.ts';
import { machine, spread, table, writeFigures } from '../figures.ts';
import { debrief } from '../http/contestants.ts';
import { needWrk } from '../http/need-wrk.ts';
import { prepare } from '../http/prepare.ts';
import { runWrk } from '../http/run-wrk.ts';
import { readCounts, say } from '../run-bench.ts';
import { runUntilStopped, withFolder, withProcesses } from '../run-until-stopped.ts';
import { SETTLE_MS, type Surroundings } from '../stack.ts';

const HELP = `Usage: npm run bench -- start [options]

Measures how long npm start takes until it is ready, on data that an earlier start has made, and of each app how long it
takes to start, and its memory while idle and while it is busy.

Options:
  --rounds N     starts, after one that makes the data and the caches (default 5)
  --rows N       calls that are there (default 200000)
  --seconds N    of load with reads, lists and submissions each, over 128 connections (default 10)
  --output FILE  Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help         show this
`;
const START_TIMEOUT_MS = 120_000;
const IDLE_MS = 15_000;
const CONNECTIONS = 128;
const GOAL = { readySeconds: 4, startSeconds: 0.7, idleMb: 90, busyMb: 180 };
const counts = { rounds: 5, rows: 200_000, seconds: 10 };
type Options = typeof counts & { output: string };

interface AppFigures {
  readonly startSeconds: readonly number[];
  readonly idleMb: number;
  readonly busyMb: number;
}

await runUntilStopped({
  name: 'bench',
  readOptions: () => readCounts({ help: HELP, counts }),
  async run(options: Options, signal) {
    await needWrk(say);
    const ready = await withFolder((folder) => measureStarts(options, path.join(folder, 'data'), signal));
    const figures = await withFolder((folder) =>
      withProcesses({ folder, signal }, (o) => measureApps(options, o)),
    );
    const report = reportOf(options, ready, figures);
    process.stdout.write(`${report}\n`);
    if (options.output !== '') writeFigures(options.output, 'start', report);
  },
});

/** Seconds from the command until it says that it is ready. */
async function measureStarts({ rounds }: Options, dataDir: string, signal: AbortSignal): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now();
    const args = ['bootstrap.cjs', 'start', '--no-demo', '--no-models', '--port', '0', '--data-dir', dataDir];
    const child = spawn(process.execPath, args, { cwd: projectFolder, stdio: ['ignore', 'pipe', 'inherit'] });
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    const timer = setTimeout(stop, START_TIMEOUT_MS);
    let output = '';
    let ready: number | null = null;
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      if (ready !== null || !/^Debrief is ready at /m.test(output)) continue;
      ready = (performance.now() - startedAt) / 1_000;
      stop();
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    if (ready === null) throw new Error(`npm start was not ready:\n${output}`);
    say(`${round === 0 ? 'First start' : `Start ${round}`}: ready after ${ready.toFixed(2)} s`);
    if (round > 0) seconds.push(ready);
  }
  return seconds;
}

async function measureApps(options: Options, o: Surroundings): Promise<Map<AppName, AppFigures>> {
  const { stack, env } = await prepare(o, options.rows);
  await stack.restart('transcription');
  await sleep(SETTLE_MS, undefined, { signal: o.signal });
  const starts = new Map(apps.map((name) => [name, [] as number[]]));
  for (let round = 1; round <= options.rounds; round += 1)
    for (const name of apps) starts.get(name)?.push(await stack.restart(name));
  await sleep(IDLE_MS, undefined, { signal: o.signal });
  const megabytes = (name: AppName, read: (pid: number) => number) => read(stack.pids.get(name) ?? 0) / 1e6;
  const idle = new Map(apps.map((name) => [name, megabytes(name, (pid) => memoryBytes(pid).own)]));
  for (const scenario of ['reads', 'lists', 'submissions'] as const) {
    const load = { scenario, connections: CONNECTIONS, seconds: options.seconds, signal: o.signal };
    await runWrk(debrief(stack), { ...load, env: { ...env, ROUND: 'load' } });
  }
  return new Map(
    apps.map((name) => {
      const startSeconds = starts.get(name) ?? [];
      return [name, { startSeconds, idleMb: idle.get(name) ?? 0, busyMb: megabytes(name, peakBytes) }];
    }),
  );
}

function reportOf(o: Options, ready: readonly number[], figures: ReadonlyMap<AppName, AppFigures>): string {
  const [middle, least, most] = spread(ready, 2);
  return [
    `${machine('PostgreSQL 18')}; ${o.rounds} starts; load of ${o.seconds} s with reads, lists and submissions each, over ${CONNECTIONS} connections.`,
    `\`npm start\` on data of an earlier start, without npm itself: ready after ${middle} s (median; ${least} to ${most}; goal ${GOAL.readySeconds} s). Memory is resident, and under load the most since it started. The worker has no part in this load.`,
    table(
      [
        ...['app', `start, s, median (goal ${GOAL.startSeconds})`, 'min', 'max'],
        ...[`idle, MB (goal ${GOAL.idleMb})`, `under load, MB (goal ${GOAL.busyMb})`],
      ],
      [...figures].map(([name, { startSeconds, idleMb, busyMb }]) => [
        ...[name, ...spread(startSeconds, 2), idleMb.toFixed(0), busyMb.toFixed(0)],
      ]),
    ),
  ].join('\n\n');
}
