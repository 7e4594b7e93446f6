import { parseArgs } from 'node:util';
import { readCount } from '../run-bench.ts';

const HELP = `Usage: npm run bench:pipeline -- [options]

Measures Debrief's pipeline, from submissions over HTTP to COMPLETED recordings, with a speech engine that takes no
time, in turns with graphile-worker doing three chained jobs with the same writes. Then measures the memory of the
transcription worker for long recordings. Starts its own Postgres and NATS in a temporary folder.

Options:
  --recordings N    recordings a round (default 1000)
  --rounds N        rounds of each, after one to warm up (default 5)
  --connections N   HTTP connections that submit (default 32)
  --concurrency N   jobs graphile-worker runs at once (default 16)
  --hours LIST      lengths of the long recordings; empty: none (default 1,4)
  --output FILE     Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --keep            leave the folder with the logs
  --help            show this

Prints progress on stderr and the figures on stdout. Ctrl-C ends everything it started.
`;

export interface Options {
  readonly recordings: number;
  readonly rounds: number;
  readonly connections: number;
  readonly concurrency: number;
  readonly hours: readonly number[];
  /** Empty: none. */
  readonly output: string;
  readonly keep: boolean;
}

/** @returns null after printing the help. @throws for what is not an option. */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      recordings: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '32' },
      concurrency: { type: 'string', default: '16' },
      hours: { type: 'string', default: '1,4' },
      output: { type: 'string', default: 'docs/performance.md' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const count = (name: 'recordings' | 'rounds' | 'connections' | 'concurrency') =>
    readCount(name, values[name]);
  const hours = values.hours.split(',').filter(Boolean).map(Number);
  if (hours.some((one) => !(one > 0 && one <= 4))) throw new Error('--hours must be numbers up to 4');
  const { output, keep } = values;
  return {
    ...{ recordings: count('recordings'), rounds: count('rounds') },
    ...{ connections: count('connections'), concurrency: count('concurrency') },
    ...{ hours, output, keep },
  };
}
