import { createOrganization, listOrganizations } from '@debrief/contracts/operations/directory-access';
import type { Command } from 'commander';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('organizations; each has integrations');

  organizations
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'name people know it by')
    .action((options: { name: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        printRecord(await ask(createOrganization, { name: options.name }), json);
      }),
    );

  organizations
    .command('list')
    .description('list organizations')
    .action((_options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listOrganizations, {});
        printRows(data, ['id', 'name', 'created_date'], json);
      }),
    );
}
