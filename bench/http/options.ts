import { parseArgs } from 'node:util';
import { readCount } from '../run-bench.ts';

const HELP = `Usage: npm run bench                               all of them, one after the other
       npm run bench -- reads|submissions|lists [options]
       npm run bench -- pages|overload|start|pipeline [options]     (--help says more of each)

Measures requests over HTTP with wrk: Debrief with authentication, validation and logging, beside a bare Fastify process,
NestJS and Moleculer that answer the same from the same table. Starts everything itself, in a temporary folder.

  reads          GET /calls/{id}, of calls chosen at random
  lists          GET /calls?limit=50
  submissions    POST /calls, of people who are known after the first second

Options:
  --rows N            calls that are there before (default 200000)
  --rounds N          rounds of each, in turns, after one to warm up (default 3)
  --seconds N         of each measurement (default 8)
  --connections LIST  HTTP connections (default 1,32,128)
  --peers LIST        whom to compare with (default monolith,nestjs,moleculer; none: Debrief alone)
  --output FILE       Markdown file whose figures are replaced; empty: none (default docs/performance.md)
  --help              show this

Prints progress on stderr and the figures on stdout. Ctrl-C ends everything it started.
`;

export const SCENARIOS = ['reads', 'submissions', 'lists'] as const;
export type Scenario = (typeof SCENARIOS)[number];
export const PEERS = ['monolith', 'nestjs', 'moleculer'] as const;
export type PeerName = (typeof PEERS)[number];

export interface Options {
  readonly scenario: Scenario;
  readonly rows: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly peers: readonly PeerName[];
  /** Empty: none. */
  readonly output: string;
}

/** @returns null after printing the help. @throws for what is not an option. */
export function readOptions(): Options | null {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '200000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      connections: { type: 'string', default: '1,32,128' },
      peers: { type: 'string', default: PEERS.join(',') },
      output: { type: 'string', default: 'docs/performance.md' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return null;
  }
  const scenario = SCENARIOS.find((one) => one === positionals[0]);
  if (scenario === undefined || positionals.length > 1)
    throw new Error(`say what to measure: ${SCENARIOS.join(', ')}`);
  const wanted = values.peers === 'none' ? [] : values.peers.split(',');
  const unknown = wanted.find((name) => !PEERS.some((peer) => peer === name));
  if (unknown !== undefined) throw new Error(`--peers knows ${PEERS.join(', ')}, and not ${unknown}`);
  return {
    scenario,
    rows: readCount('rows', values.rows),
    rounds: readCount('rounds', values.rounds),
    seconds: readCount('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => readCount('connections', text)),
    peers: PEERS.filter((peer) => wanted.includes(peer)),
    output: values.output,
  };
}
