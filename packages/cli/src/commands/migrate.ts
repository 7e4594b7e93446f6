import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { services } from '@debrief/contracts/nats-users';
import { type Command, InvalidArgumentError } from 'commander';
import { CommandError } from '../command-error.ts';
import { readStack } from '../read-stack.ts';
import { migrationsOf } from '../start/apps.ts';
import { readSecrets } from '../start/secrets.ts';
import { prepareServiceRoles } from '../start/service-roles.ts';
import { fromUserFolder, type SharedOptions } from './command-context.ts';
import { printRows } from './print.ts';

interface MigrateOptions extends SharedOptions {
  secrets?: string;
  service: readonly string[];
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'bring the tables of every service up to date before its new version starts; safe to repeat, and from several ' +
        'places at once, while the version before goes on',
    )
    .option(
      '--secrets <folder>',
      'folder with the files <service>-database-url, as docker/make-secrets.sh writes them, in place of --data-dir',
    )
    .option(
      '--service <name>',
      `one of ${services.join(', ')}; all by default (repeatable)`,
      collectService,
      [],
    )
    .action(async (_options: object, command: Command) => {
      const options = command.optsWithGlobals<MigrateOptions>();
      const names = options.service.length > 0 ? options.service : services;
      const urls = await databaseUrls(options, names);
      const { migrate } = await import('@debrief/database/migrate');
      const { migrateJobs } = await import('@debrief/database/migrate-jobs');
      const { createLogger } = await import('@debrief/service-kit/logger');
      const log = createLogger({ name: 'debrief', level: 'silent' });
      const rows: { service: string; applied: string[] }[] = [];
      for (const schema of names) {
        const about = { url: urls[schema] ?? '', schema, log };
        try {
          const directory = migrationsOf(schema);
          const applied = await migrate({ ...about, directory, withJobs: true, withAudit: true });
          await migrateJobs(about);
          rows.push({ service: schema, applied });
        } catch (cause) {
          // Without the URL, which has a password.
          throw new CommandError(
            `${schema} could not be migrated: ${(cause as Error).message}. What was applied before stays; do it again.`,
            { cause },
          );
        }
      }
      printRows(rows, ['service', 'applied'], options.json === true);
    });
}

/** Each service's own role owns its tables. */
async function databaseUrls(
  { secrets, dataDir }: MigrateOptions,
  names: readonly string[],
): Promise<Record<string, string>> {
  if (secrets === undefined) {
    const { database_url: url } = await readStack(dataDir);
    const { rolePassword } = readSecrets(path.resolve(dataDir));
    return prepareServiceRoles({ url, services: names, rolePassword });
  }
  const folder = fromUserFolder(secrets);
  const urls: Record<string, string> = {};
  for (const name of names) {
    const file = path.join(folder, `${name}-database-url`);
    if (!existsSync(file))
      throw new CommandError(
        `${file} is missing. Make it with docker/make-secrets.sh, or name another folder.`,
      );
    const url = (await readFile(file, 'utf8')).trim();
    if (!/^postgres(ql)?:\/\//.test(url))
      throw new CommandError(`${file} does not hold the URL of a Postgres`);
    urls[name] = url;
  }
  return urls;
}

function collectService(text: string, before: readonly string[]): readonly string[] {
  if (!services.some((name) => name === text))
    throw new InvalidArgumentError(`It must be one of ${services.join(', ')}.`);
  return [...before, text];
}
