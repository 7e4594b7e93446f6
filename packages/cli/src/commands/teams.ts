import {
  assignTeam,
  createTeam,
  listTeams,
  unassignTeam,
} from '@debrief/contracts/operations/directory-teams';
import type { Command } from 'commander';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addTeams(program: Command): void {
  const teams = program.command('teams').description('teams of the users of an integration');

  teams
    .command('create')
    .description('make a team')
    .requiredOption('--integration <id>', 'integration whose users it takes')
    .requiredOption('--name <name>', 'name people know it by')
    .action(({ integration, name }: { integration: string; name: string }, command: Command) =>
      withContext(command, async ({ ask, json }) =>
        printRecord(await ask(createTeam, { integration_id: integration, name }), json),
      ),
    );

  teams
    .command('list')
    .description('list the teams of an integration')
    .requiredOption('--integration <id>', 'integration')
    .action(({ integration }: { integration: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listTeams, { integration_id: integration });
        printRows(data, ['id', 'name', 'created_date'], json);
      }),
    );

  for (const [name, operation, description] of [
    ['assign', assignTeam, 'put a user into a team'],
    ['unassign', unassignTeam, 'take a user out of a team'],
  ] as const) {
    teams
      .command(name)
      .description(description)
      .requiredOption('--integration <id>', 'integration of both')
      .requiredOption('--team <id>', 'team')
      .requiredOption('--user <id>', 'user')
      .action(({ integration, team, user }: MembershipOptions, command: Command) =>
        withContext(command, async ({ ask, json }) =>
          printRecord(
            await ask(operation, { integration_id: integration, team_id: team, user_id: user }),
            json,
          ),
        ),
      );
  }
}

interface MembershipOptions {
  integration: string;
  team: string;
  user: string;
}
