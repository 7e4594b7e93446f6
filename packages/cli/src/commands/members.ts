import { MemberRole } from '@debrief/contracts/caller';
import {
  addMember,
  createLink,
  listMembers,
  removeMember,
} from '@debrief/contracts/operations/directory-members';
import type { Member } from '@debrief/contracts/resources/member';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addMembers(program: Command): void {
  const members = program.command('members').description('people who sign in to the console');

  members
    .command('add')
    .description('make a person an owner of an organization, or an admin or member of an integration')
    .requiredOption('--email <e-mail>', 'what the person signs in with')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--role <role>', 'owner, admin or member')
    .option('--organization <id>', 'of an owner')
    .option('--integration <id>', 'of an admin or a member')
    .action((options: AddOptions, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { email, name } = options;
        const { member, link } = await ask(addMember, { email, name, ...placeOf(options) });
        printRecord(
          { ...rowOf(member), link: link?.url ?? null, link_expires: link?.expires_date ?? null },
          json,
        );
        if (!json && link !== null) showLinkNote('Send them the link: it sets the password, once.');
      }),
    );

  members
    .command('list')
    .description('list members')
    .option('--organization <id>', 'only those of this organization')
    .option('--integration <id>', 'only those of this integration; owners belong to the organization')
    .action((options: { organization?: string; integration?: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listMembers, {
          ...(options.organization !== undefined && { organization_id: options.organization }),
          ...(options.integration !== undefined && { integration_id: options.integration }),
        });
        printRows(
          data.map(rowOf),
          ['id', 'email', 'name', 'role', 'organization_id', 'integration_id'],
          json,
        );
      }),
    );

  members
    .command('remove')
    .description('end a membership; who belongs nowhere any more has no account either')
    .argument('<id>', 'member')
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) =>
        printRecord(rowOf(await ask(removeMember, { id })), json),
      ),
    );

  members
    .command('reset')
    .description('make a link by which a person sets a new password')
    .argument('<e-mail>', 'what the person signs in with')
    .action((email: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { url, expires_date } = await ask(createLink, { email, purpose: 'password' });
        printRecord({ link: url, link_expires: expires_date }, json);
        if (!json)
          showLinkNote('Send them the link: it sets a new password, once, and signs them out elsewhere.');
      }),
    );
}

interface AddOptions {
  email: string;
  name: string;
  role: string;
  organization?: string;
  integration?: string;
}

function placeOf({ role: given, organization, integration }: AddOptions) {
  const role = roleOf(given);
  if (role === 'owner') {
    if (organization !== undefined && integration === undefined)
      return { role, organization_id: organization };
    throw new CommandError('An owner belongs to an organization: give --organization, and no --integration.');
  }
  if (integration !== undefined && organization === undefined) return { role, integration_id: integration };
  throw new CommandError(
    'An admin or a member belongs to an integration: give --integration, and no --organization.',
  );
}

function roleOf(text: string): MemberRole {
  if (Value.Check(MemberRole, text)) return text;
  throw new CommandError(`Invalid --role "${text}". Use owner, admin or member.`);
}

function rowOf({ account, ...member }: Member) {
  return { ...member, email: account.email, name: account.name };
}

/** On standard error, so that standard output holds the record alone. */
function showLinkNote(note: string): void {
  process.stderr.write(`${note}\n`);
}
