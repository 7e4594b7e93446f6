import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { parsePort, startCommand } from '../start/options.ts';

export interface ClusterOptions {
  readonly port: number;
  readonly consolePort: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** After how long it stops by itself; null: when it is told to. */
  readonly forMs: number | null;
  readonly allowDownload: readonly string[];
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
/** Longer than any timer can wait. */
const LONGEST_MS = 24 * 3_600_000;

/** Reads the arguments of `npm run cluster --`. @throws CommanderError for unknown ones, after printing the reason. */
export function readClusterOptions(args: readonly string[]): ClusterOptions {
  const command = startCommand('npm run cluster --', { port: 0, dataDir: '.debrief-cluster' })
    .description(
      'Start Debrief as a cluster on this machine, to try it: three NATS servers, Postgres with a replica, HAProxy, ' +
        'two of every app and three workers. Kill what you like: it comes back. Press Ctrl-C to stop it.',
    )
    .option('--for <time>', 'stop after a time, such as 90s, 10m or 1h', parseTime)
    .option('--console-port <port>', 'port of the console on 127.0.0.1; 0 chooses a free one', parsePort, 0)
    .parse(args, { from: 'user' });
  const {
    for: forMs = null,
    dataDir,
    ...options
  } = command.opts<Omit<ClusterOptions, 'forMs'> & { for?: number }>();
  return { ...options, forMs, dataDir: path.resolve(dataDir) };
}

function parseTime(text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (!(milliseconds > 0 && milliseconds <= LONGEST_MS))
    throw new InvalidArgumentError('Expected a time up to 24h, such as 90s, 10m or 1h.');
  return milliseconds;
}
