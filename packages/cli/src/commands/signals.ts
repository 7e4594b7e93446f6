import { setSignal } from '@debrief/contracts/operations/directory-people';
import { refreshSignals, showSignal } from '@debrief/contracts/operations/signals';
import type { Command } from 'commander';
import { formatSignal } from '../report/format-signal.ts';
import { type CommandContext, withContext } from './command-context.ts';
import { ownerOf } from './integration-of.ts';
import { USER_FORMS, userOf } from './user-of.ts';

interface Options {
  integration?: string;
}

export function addSignals(program: Command): void {
  const signals = program.command('signals').description('what is inferred of agents from their speech');

  signals
    .command('show')
    .description('print the signal of an agent')
    .argument('<user>', USER_FORMS)
    .option('--integration <id>', 'integration of the agent; needed when there are several')
    .action((user: string, options: Options, command: Command) =>
      withContext(command, (context) => show(user, options, context)),
    );

  signals
    .command('refresh')
    .description('infer signals anew from everything agents have said')
    .argument('[user]', `only of this agent: ${USER_FORMS}`)
    .option('--integration <id>', 'integration of the agents; needed when there are several')
    .addHelpText(
      'after',
      '\nA signal is renewed by itself when there is a tenth more speech than it rests on.',
    )
    .action((user: string | undefined, options: Options, command: Command) =>
      withContext(command, (context) => refresh(user, options, context)),
    );

  for (const [name, signal, description] of [
    ['off', false, 'leave an agent out: what was inferred is deleted, and nothing is inferred any more'],
    ['on', true, 'take an agent in again: from the next call on'],
  ] as const) {
    signals
      .command(name)
      .description(description)
      .argument('<user>', USER_FORMS)
      .option('--integration <id>', 'integration of the agent; needed when there are several')
      .addHelpText('after', `\nFor all agents: debrief integrations update ID --signals ${name}`)
      .action((user: string, options: Options, command: Command) =>
        withContext(command, (context) => setFor(user, signal, options, context)),
      );
  }
}

async function setFor(
  user: string,
  signal: boolean,
  options: Options,
  context: CommandContext,
): Promise<void> {
  const owner = await ownerOf(context, options.integration);
  const { id } = await userOf(context, owner, user);
  const stored = await context.ask(setSignal, { integration_id: owner.integration_id, user: id, signal });
  const text = signal
    ? `A signal of ${stored.name} is inferred again, from the next call on.`
    : `${stored.name} is left out of signals; what was inferred is being deleted.`;
  process.stdout.write(`${context.json ? JSON.stringify(stored) : text}\n`);
}

async function show(user: string, options: Options, context: CommandContext): Promise<void> {
  const owner = await ownerOf(context, options.integration);
  const { id } = await userOf(context, owner, user);
  const shown = await context.ask(showSignal, { integration_id: owner.integration_id, user: id });
  process.stdout.write(`${context.json ? JSON.stringify(shown, null, 2) : formatSignal(shown)}\n`);
}

async function refresh(user: string | undefined, options: Options, context: CommandContext): Promise<void> {
  const owner = await ownerOf(context, options.integration);
  const agent = user === undefined ? {} : { user: (await userOf(context, owner, user)).id };
  const queued = await context.ask(refreshSignals, { integration_id: owner.integration_id, ...agent });
  const { agents } = queued;
  const told = agents === 1 ? 'The signal of 1 agent is' : `The signals of ${agents} agents are`;
  const text = agents === 0 ? 'Nobody has said anything yet.' : `${told} being inferred.`;
  process.stdout.write(`${context.json ? JSON.stringify(queued) : text}\n`);
}
