import { createKey, listKeys, listKeyUses, revokeKey } from '@debrief/contracts/operations/directory-access';
import { type KeyAccess, KeyAccess as KeyAccessSchema } from '@debrief/contracts/resources/access';
import { parseInstant } from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('API keys of integrations');

  keys
    .command('create')
    .description('create a key and show its value, once')
    .requiredOption('--integration <id>', 'integration whose data it gives access to')
    .requiredOption('--access <access>', 'read-write or read-only')
    .requiredOption('--name <name>', 'name people know it by')
    .option('--expires-at <instant>', 'when it expires, for example 2027-01-31T00:00:00Z')
    .action((options: CreateOptions, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const key = await ask(createKey, {
          integration_id: options.integration,
          name: options.name,
          access: accessOf('--access', options.access),
          expires_at: options.expiresAt === undefined ? null : instantOf(options.expiresAt),
        });
        printRecord(key, json);
        if (!json) showKeyNote();
      }),
    );

  keys
    .command('list')
    .description('list keys, without their values')
    .option('--integration <id>', 'only those of this integration')
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
    .command('uses')
    .description('how often keys were used on each day, in UTC')
    .option('--integration <id>', 'only keys of this integration')
    .option('--key <id>', 'only this key')
    .option('--days <number>', 'today and the days before it', '30')
    .action((options: { integration?: string; key?: string; days: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listKeyUses, {
          since: daysAgo(options.days),
          ...(options.integration !== undefined && { integration_id: options.integration }),
          ...(options.key !== undefined && { key_id: options.key }),
        });
        printRows(data, ['day', 'key_id', 'name', 'uses'], json);
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key; every gateway refuses it at once')
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

/** @throws CommandError that names the option. */
export function accessOf(option: string, text: string): KeyAccess {
  if (Value.Check(KeyAccessSchema, text)) return text;
  throw new CommandError(`Invalid ${option} "${text}". Use read-write or read-only.`);
}

/** On standard error, so that standard output holds the record alone. */
export function showKeyNote(): void {
  process.stderr.write('Save the key now: Debrief does not store it and cannot show it again.\n');
}

function daysAgo(text: string): string {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 3660)
    throw new CommandError(`Invalid --days "${text}". Use a number from 1 to 3660.`);
  return new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
}

function instantOf(text: string): string {
  const instant = parseInstant(text);
  if (instant === null) {
    throw new CommandError(`Invalid --expires-at "${text}". Use an instant such as 2027-01-31T00:00:00Z.`);
  }
  return instant.toISOString();
}
