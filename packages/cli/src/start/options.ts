import path from 'node:path';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { Command, InvalidArgumentError } from 'commander';

export interface StartOptions {
  readonly port: number;
  readonly consolePort: number;
  /** Absolute path. */
  readonly dataDir: string;
  readonly demo: boolean;
  /** Whether speech models that are missing are fetched. */
  readonly models: boolean;
  /** HOST or HOST:PORT of private recording stores. */
  readonly allowDownload: readonly string[];
}

/** Reads the arguments of `npm start --`. @throws CommanderError for unknown ones, after printing the reason. */
export function readStartOptions(args: readonly string[]): StartOptions {
  const command = startCommand('npm start --', { port: 8080, dataDir: '.debrief' })
    .description('Start Debrief on this machine: Postgres, NATS and every app. Press Ctrl-C to stop it.')
    .option(
      '--console-port <port>',
      'port of the console on 127.0.0.1; 0 chooses a free one (default: the one after --port)',
      parsePort,
    )
    .option('--no-demo', 'skip coaching the samples on the first start')
    .option('--no-models', 'fetch no speech models')
    .parse(args, { from: 'user' });
  const options = command.opts<Omit<StartOptions, 'consolePort'> & { consolePort?: number }>();
  const { port, consolePort = port === 0 || port === 65_535 ? 0 : port + 1 } = options;
  return { ...options, consolePort, dataDir: path.resolve(options.dataDir) };
}

/** A command with the options that a cluster has as well. */
export function startCommand(name: string, defaults: { port: number; dataDir: string }): Command {
  return new Command(name)
    .option(
      '--port <port>',
      'port of the REST API on 127.0.0.1; 0 chooses a free one',
      parsePort,
      defaults.port,
    )
    .option('--data-dir <folder>', 'folder for all data, created if missing', defaults.dataDir)
    .option(
      '--allow-download <host[:port]>',
      'private host that recordings may be downloaded from (repeatable)',
      collectHost,
      [],
    )
    .allowExcessArguments(false)
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
}

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
  return port;
}

function collectHost(text: string, before: readonly string[]): readonly string[] {
  try {
    parseAllowedHosts([text]);
  } catch {
    throw new InvalidArgumentError('Expected HOST or HOST:PORT.');
  }
  return [...before, text];
}
