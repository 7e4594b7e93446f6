import { readFile } from 'node:fs/promises';
import { findOwner, listAgendas, showAgenda, submitAgenda } from '@debrief/contracts/operations/coaching';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import { AgendaAnswers } from '@debrief/contracts/resources/agenda-content';
import { violationsOf } from '@debrief/contracts/violations';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { formatAgenda } from '../report/format-agenda.ts';
import { fromUserFolder, withContext } from './command-context.ts';
import { ownerOf } from './integration-of.ts';
import { printRecord, printRows } from './print.ts';

const answersHelp = `
FILE is JSON: { "answers": { "q1": "…", "q2": "…" }, "commitment": "what you will do until the next agenda" }. It answers
every question of the agenda; "commitment" may be left out.`;

export function addAgendas(program: Command): void {
  const agendas = program.command('agendas').description('coaching agendas: one for each agent and period');

  agendas
    .command('list')
    .description(`list the newest ${PAGE_SIZE_MAX} agendas of an integration or a period`)
    .option('--integration <id>', 'integration; needed when there are several')
    .option('--period <id>', 'only those of this period')
    .action((options: { integration?: string; period?: string }, command: Command) =>
      withContext(command, async (context) => {
        const { integration, period } = options;
        if (integration !== undefined && period !== undefined)
          throw new CommandError('Name what to list: either --integration ID or --period ID');
        const owner =
          period === undefined
            ? await ownerOf(context, integration)
            : await context.ask(findOwner, { kind: 'period', id: period });
        const { data } = await context.askFor(owner, listAgendas, {
          ...{ limit: PAGE_SIZE_MAX, sort: 'desc' },
          ...(period !== undefined && { period_id: period }),
        });
        const columns = [
          ...['id', 'external_user_id', 'cadence', 'period_end', 'review_period_end'],
          ...['generation_status', 'is_completed', 'title'],
        ];
        printRows(data, columns, context.json);
      }),
    );

  agendas
    .command('show')
    .description('show an agenda with its questions, and its answers once it is submitted')
    .argument('<id>', 'agenda')
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, askFor, json }) => {
        const owner = await ask(findOwner, { kind: 'agenda', id });
        const agenda = await askFor(owner, showAgenda, { id });
        if (json) return printRecord(agenda, true);
        const { content, answers, summary, ...record } = agenda;
        printRecord(record, false);
        const text = content === null ? 'It has no content.' : formatAgenda(content, answers, summary);
        process.stdout.write(`\n${text}\n`);
      }),
    );

  agendas
    .command('submit')
    .description('submit the answers to an agenda while its review is open')
    .argument('<id>', 'agenda')
    .requiredOption('--answers <file>', 'JSON file with the answers')
    .addHelpText('after', answersHelp)
    .action((id: string, options: { answers: string }, command: Command) =>
      withContext(command, async ({ ask, askFor, json }) => {
        const answers = await readAnswers(options.answers);
        const owner = await ask(findOwner, { kind: 'agenda', id });
        printRecord(await askFor(owner, submitAgenda, { id, ...answers }), json);
      }),
    );
}

async function readAnswers(file: string): Promise<AgendaAnswers> {
  const path = fromUserFolder(file);
  let answers: unknown;
  try {
    answers = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CommandError(`${path} is not readable as JSON: ${(cause as Error).message}`, { cause });
  }
  if (Value.Check(AgendaAnswers, answers)) return answers;
  throw new CommandError(`${path}: ${violationsOf(AgendaAnswers, answers).join('; ')}`);
}
