import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { fromUserFolder } from './command-context.ts';

interface ConfigOptions {
  dir: string;
  server: string;
  rotate?: true;
  retire?: true;
  kubernetes?: true;
  json?: boolean;
}

export function addNats(program: Command): void {
  const nats = program
    .command('nats')
    .description('credentials of NATS, for a Debrief that npm start does not run');
  nats
    .command('config')
    .description(
      'write the users of NATS with their permissions, and the credentials of each, into a folder; passwords that are there stay',
    )
    .option(
      '--dir <folder>',
      'folder for the files, which are readable by their owner only',
      'docker/secrets',
    )
    .option(
      '--server <url>',
      'where the apps reach NATS; several servers separated by commas',
      'nats://nats:4222',
    )
    .option('--rotate', 'make a new login for each; the one before is let in until --retire')
    .option(
      '--retire',
      'stop accepting the logins from before the last --rotate; do it once every app runs with the new files',
    )
    .option('--kubernetes', 'write the manifests of Secrets as well')
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<ConfigOptions>();
      if (options.rotate && options.retire)
        throw new CommandError('Give --rotate first, and --retire when the apps run with the new files');
      for (const server of options.server.split(',')) refuseUnusable(server.trim());
      // Loaded here: it takes the contracts.
      const { writeCredentials } = await import('../nats/write-credentials.ts');
      const written = writeCredentials({
        folder: fromUserFolder(options.dir),
        server: options.server,
        change: options.rotate === true ? 'rotate' : options.retire === true ? 'retire' : null,
        kubernetes: options.kubernetes === true,
      });
      if (options.json === true) process.stdout.write(`${JSON.stringify(written, null, 2)}\n`);
      else for (const line of explained(written)) process.stdout.write(`${line}\n`);
    });
}

function refuseUnusable(server: string): void {
  const url = URL.canParse(server) ? new URL(server) : null;
  if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
    throw new CommandError(`${server} is not the URL of a NATS server, such as nats://nats:4222`);
  if (url.username !== '') throw new CommandError('Give --server without credentials: they are made here');
}

function explained(written: { server: string; users: Record<string, string>; kubernetes: string | null }) {
  return [
    `Users of NATS:  ${written.server}`,
    '                include it in the configuration of nats-server, then restart the server or send it SIGHUP',
    ...Object.entries(written.users).map(([user, file]) => `${`${user}:`.padEnd(16)}${file}`),
    ...(written.kubernetes === null ? [] : [`Kubernetes:     ${written.kubernetes}`]),
    'Each app gets its own as NATS_URL_FILE; the operator’s is for debrief --nats.',
  ];
}
