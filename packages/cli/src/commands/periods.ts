import { closePeriod, findOwner, getPeriod, listPeriods } from '@debrief/contracts/operations/coaching';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import { Cadence } from '@debrief/contracts/resources/access';
import { isCalendarDate } from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { formatDigest } from '../report/format-digest.ts';
import { type CommandContext, type Owner, withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

export function addPeriods(program: Command): void {
  const periods = program.command('periods').description('coaching periods and the digest of each');

  periods
    .command('list')
    .description(`list the newest ${PAGE_SIZE_MAX} periods of an integration`)
    .requiredOption('--integration <id>', 'integration')
    .option('--cadence <cadence>', 'only weekly, semimonthly or monthly ones')
    .action((options: { integration: string; cadence?: string }, command: Command) =>
      withContext(command, async (context) => {
        const { data } = await context.askFor(await ownerOf(context, options.integration), listPeriods, {
          ...{ limit: PAGE_SIZE_MAX, sort: 'desc' },
          ...(options.cadence !== undefined && { cadence: cadenceOf(options.cadence) }),
        });
        const columns = [
          ...['id', 'cadence', 'period_start', 'period_end', 'review_period_end'],
          ...['review_status', 'digest_status'],
        ];
        printRows(data, columns, context.json);
      }),
    );

  periods
    .command('show')
    .description('show a period with its digest')
    .argument('<id>', 'period')
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async (context) => {
        const owner = await context.ask(findOwner, { kind: 'period', id });
        const { digest, ...period } = await context.askFor(owner, getPeriod, { id });
        if (context.json) return printRecord({ ...period, digest }, true);
        printRecord(period, false);
        process.stdout.write(
          digest === null ? '\nIts digest is not there yet.\n' : `\n${formatDigest(digest)}\n`,
        );
      }),
    );

  periods
    .command('close')
    .description('make up a period that is over, without waiting for late recordings')
    .requiredOption('--integration <id>', 'integration')
    .requiredOption('--cadence <cadence>', 'weekly, semimonthly or monthly')
    .requiredOption('--end <day>', 'its last day, as 2026-11-15')
    .action((options: { integration: string; cadence: string; end: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { integration: integration_id, cadence, end } = options;
        if (!isCalendarDate(end))
          throw new CommandError(`Invalid --end "${end}". Use a day such as 2026-11-15.`);
        const { created, period } = await ask(closePeriod, {
          ...{ integration_id, cadence: cadenceOf(cadence), end },
        });
        if (!created) process.stderr.write('debrief: the period was there already\n');
        printRecord(period, json);
      }),
    );
}

export async function ownerOf({ ask }: CommandContext, integrationId: string): Promise<Owner> {
  const { id, organization_id } = await ask(getIntegration, { id: integrationId });
  return { integration_id: id, organization_id };
}

function cadenceOf(text: string): Cadence {
  if (Value.Check(Cadence, text)) return text;
  throw new CommandError(`Invalid --cadence "${text}". Use weekly, semimonthly or monthly.`);
}
