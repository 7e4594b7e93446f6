import { parseArgs } from 'node:util';
import { readCount } from '../run-bench.ts';

const HELP = `Usage: npm run bench:scale -- copies|workers [options]

  copies   reads and submissions with 1, 2 and 4 of every app behind HAProxy
  workers  a real speech engine with 1 to 4 workers, and what a million calls a month need by the CPU time and the bytes
           of a recording

Options:
  --rows N        calls that are there before (default 50000)
  --seconds N     of each measurement over HTTP (default 8)
  --recordings N  transcribed with each number of workers (default 6)
  --output FILE   Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --sizing FILE   the same, for what a month needs (default docs/operating.md)
  --help          show this
`;

export interface ScaleOptions {
  readonly what: 'copies' | 'workers';
  readonly rows: number;
  readonly seconds: number;
  readonly recordings: number;
  readonly output: string;
  readonly sizing: string;
}

/** @returns null after printing the help. @throws for what is not an option. */
export function readOptions(): ScaleOptions | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '50000' },
      seconds: { type: 'string', default: '8' },
      recordings: { type: 'string', default: '6' },
      output: { type: 'string', default: 'docs/performance.md' },
      sizing: { type: 'string', default: 'docs/operating.md' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const [what] = positionals;
  if ((what !== 'copies' && what !== 'workers') || positionals.length > 1)
    throw new Error('say what to measure: copies, workers');
  return {
    what,
    rows: readCount('rows', values.rows),
    seconds: readCount('seconds', values.seconds),
    recordings: readCount('recordings', values.recordings),
    output: values.output,
    sizing: values.sizing,
  };
}
