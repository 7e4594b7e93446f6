import { revokeInvitation } from '@debrief/contracts/operations/directory-invitations';
import type { Command } from 'commander';
import { withContext } from './command-context.ts';
import { printRecord } from './print.ts';

export function addInvitations(program: Command): void {
  program
    .command('invitations')
    .description('invitations for agents to join an organization')
    .command('revoke')
    .description('revoke a pending invitation; its link stops working')
    .argument('<id>', 'invitation')
    .requiredOption('--integration <id>', 'integration in which it was created')
    .action((id: string, { integration }: { integration: string }, command: Command) =>
      withContext(command, async ({ ask, json }) =>
        printRecord(await ask(revokeInvitation, { integration_id: integration, id }), json),
      ),
    );
}
