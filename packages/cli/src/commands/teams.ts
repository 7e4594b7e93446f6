import {
  assignTeam,
  createTeam,
  listTeams,
  unassignTeam,
} from '@debrief/contracts/operations/directory-teams';
import type { Command } from 'commander';
import { withContext } from './command-context.ts';
import { ownerOf } from './integration-of.ts';
import { printRecord, printRows } from './print.ts';
import { USER_FORMS, userOf } from './user-of.ts';

export function addTeams(program: Command): void {
  const teams = program.command('teams').description('teams of users, each in one integration');

  teams
    .command('create')
    .description('create a team')
    .requiredOption('--integration <id>', 'integration whose users it is for')
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
    ['assign', assignTeam, 'add a user to a team'],
    ['unassign', unassignTeam, 'remove a user from a team'],
  ] as const) {
    teams
      .command(name)
      .description(description)
      .requiredOption('--integration <id>', 'integration of the team and the user')
      .requiredOption('--team <id>', 'team')
      .requiredOption('--user <user>', USER_FORMS)
      .action(({ integration, team, user }: MembershipOptions, command: Command) =>
        withContext(command, async (context) => {
          const owner = await ownerOf(context, integration);
          const { id } = await userOf(context, owner, user);
          printRecord(
            await context.ask(operation, { integration_id: integration, team_id: team, user_id: id }),
            context.json,
          );
        }),
      );
  }
}

interface MembershipOptions {
  integration: string;
  team: string;
  user: string;
}
