import path from 'node:path';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { Command, InvalidArgumentError } from 'commander';

export interface StartOptions {
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly demo: boolean;
  /** HOST or HOST:PORT of private recording stores. */
  readonly allowDownload: readonly string[];
}

/** Reads the arguments of `npm start --`; anything unknown ends it with status 1. */
export function readStartOptions(args: readonly string[]): StartOptions {
  const command = new Command('npm start --')
    .description('Starts Debrief on this machine: Postgres, NATS and every app. Ctrl-C stops it.')
    .option('--port <port>', 'port of the public API on 127.0.0.1; 0 takes a free one', parsePort, 8080)
    .option('--data-dir <folder>', 'where everything is kept', '.debrief')
    .option('--no-demo', 'do not coach the sample call on the first start')
    .option(
      '--allow-download <host[:port]>',
      'private host that recordings may come from; may be given again',
      collectHost,
      [],
    )
    .allowExcessArguments(false)
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride()
    .parse(args, { from: 'user' });
  const options = command.opts<StartOptions>();
  return { ...options, dataDir: path.resolve(options.dataDir) };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('It is a whole number from 0 to 65535.');
  return port;
}

function collectHost(text: string, before: readonly string[]): readonly string[] {
  try {
    parseAllowedHosts([text]);
  } catch {
    throw new InvalidArgumentError('It is HOST or HOST:PORT.');
  }
  return [...before, text];
}
