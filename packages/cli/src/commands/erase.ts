import type { Erasure } from '@debrief/contracts/events/erasures';
import {
  acceptedForms,
  type IdentifiedResource,
  type Identifier,
  parseIdentifier,
} from '@debrief/contracts/identifiers';
import {
  beginErasure,
  eraseContact,
  eraseRecording,
  eraseUser,
  listErasures,
  repeatErasures,
} from '@debrief/contracts/operations/erasures';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { type CommandContext, type Owner, withContext } from './command-context.ts';
import { ownerOf } from './integration-of.ts';
import { printRecord, printRows } from './print.ts';

interface Options {
  integration?: string;
  withRecordings?: boolean;
}

type Erase = (context: CommandContext, owner: Owner, raw: string, options: Options) => Promise<Erasure>;

const erasers = {
  call: recordingEraser('call'),
  roleplay: recordingEraser('roleplay'),
  contact: personEraser('contact', ({ askFor }, owner, identifier) =>
    askFor(owner, eraseContact, identifier),
  ),
  user: personEraser('user', ({ askFor }, owner, identifier, { withRecordings = false }) =>
    askFor(owner, eraseUser, { identifier, with_recordings: withRecordings }),
  ),
} satisfies Record<string, Erase>;

const takes = {
  call: 'a call, with its transcript and coaching',
  roleplay: 'a roleplay, with its transcript and coaching',
  contact: 'a contact and all recordings with them',
  user: 'a user; recordings stay, without name and e-mail',
};

export function addErase(program: Command): void {
  const erase = program
    .command('erase')
    .description('erase recordings and people for good, everywhere')
    .addHelpText(
      'after',
      '\nWhat is erased cannot be read from that moment on, and is gone from every service soon after. Nothing brings it back.',
    );
  for (const kind of Object.keys(erasers) as (keyof typeof erasers)[]) {
    const command = erase
      .command(kind)
      .description(`erase ${takes[kind]}`)
      .argument('<identifier>', acceptedForms(kind).join(', '))
      .option('--integration <id>', 'integration that it belongs to, where there are several');
    if (kind === 'user') command.option('--with-recordings', 'erase their recordings as well');
    command.action((identifier: string, options: Options, self: Command) =>
      withContext(self, async (context) => {
        const owner = await ownerOf(context, options.integration);
        const { erasure_id, subject_id } = await erasers[kind](context, owner, identifier, options);
        printRecord({ erasure_id, [kind]: subject_id }, context.json);
      }),
    );
  }
  erase
    .command('status')
    .description('how far erasures are, the newest first, or the one of a receipt')
    .argument('[erasure-id]', 'receipt, the x-erasure-id of a reply')
    .action((id: string | undefined, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { data } = await ask(listErasures, { erasure_id: id ?? null, limit: 1000 });
        if (id !== undefined && data.length === 0) throw new CommandError(`There is no erasure ${id}`);
        printRows(data, ['erasure_id', 'kind', 'subject_id', 'requested_at', 'finished_at', 'done'], json);
      }),
    );
  erase
    .command('again')
    .description('erase once more all that was ever erased, such as after a back-up was restored')
    .action((_options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => printRecord(await ask(repeatErasures, {}), json)),
    );
}

function recordingEraser(kind: 'call' | 'roleplay'): Erase {
  return ({ askFor }, owner, raw) =>
    askFor(owner, eraseRecording, { kind, ...(identifierOf(kind, raw) as Identifier<'call'>) });
}

function personEraser<R extends 'contact' | 'user'>(
  resource: R,
  erase: (
    context: CommandContext,
    owner: Owner,
    identifier: Identifier<R>,
    options: Options,
  ) => Promise<Erasure>,
): Erase {
  return async (context, owner, raw, options) => {
    const erasure = await erase(context, owner, identifierOf(resource, raw), options);
    const { integration_id: _, ...begun } = erasure;
    await context.askFor(owner, beginErasure, begun);
    return erasure;
  };
}

function identifierOf<R extends IdentifiedResource>(resource: R, raw: string): Identifier<R> {
  const identifier = parseIdentifier(resource, raw);
  if (identifier !== null) return identifier;
  throw new CommandError(`Invalid identifier "${raw}". Use one of: ${acceptedForms(resource).join(', ')}`);
}
