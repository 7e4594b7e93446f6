import { createKey, listKeys, revokeKey } from '@debrief/contracts/operations/directory-access';
import { type KeyAccess, KeyAccess as KeyAccessSchema } from '@debrief/contracts/resources/access';
import { parseInstant } from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys, each of one integration');

  keys
    .command('create')
    .description('make a key; its value is shown now and never again')
    .requiredOption('--integration <id>', 'integration whose data it reaches')
    .requiredOption('--access <access>', 'read-write or read-only')
    .requiredOption('--name <name>', 'name people know it by')
    .option('--expires-at <instant>', 'when it ends, for example 2027-01-31T00:00:00Z')
    .action((options: CreateOptions, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const key = await ask(createKey, {
          integration_id: options.integration,
          name: options.name,
          access: accessOf(options.access),
          expires_at: options.expiresAt === undefined ? null : instantOf(options.expiresAt),
        });
        printRecord(key, json);
        if (!json) process.stderr.write('Keep the key now: it is not stored and cannot be shown again.\n');
      }),
    );

  keys
    .command('list')
    .description('list keys, without their values')
    .option('--integration <id>', 'only those of one integration')
    .action((options: { integration?: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(
          listKeys,
          options.integration === undefined ? {} : { integration_id: options.integration },
        );
        printRows(
          data,
          ['id', 'name', 'access', 'integration_id', 'expires_at', 'revoked_at', 'last_used_at'],
          json,
        );
      }),
    );

  keys
    .command('revoke')
    .description('end a key at once, in every gateway')
    .argument('<id>', 'key')
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => printRecord(await ask(revokeKey, { id }), json)),
    );
}

interface CreateOptions {
  integration: string;
  access: string;
  name: string;
  expiresAt?: string;
}

function accessOf(text: string): KeyAccess {
  if (!Value.Check(KeyAccessSchema, text)) throw new CommandError('--access takes read-write or read-only');
  return text;
}

function instantOf(text: string): string {
  const instant = parseInstant(text);
  if (instant === null) throw new CommandError('--expires-at takes an instant such as 2027-01-31T00:00:00Z');
  return instant.toISOString();
}
