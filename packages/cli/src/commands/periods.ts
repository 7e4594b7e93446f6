import { closePeriod, findOwner, getPeriod, listPeriods } from '@debrief/contracts/operations/coaching';
import { PAGE_SIZE_MAX } from '@debrief/contracts/paging';
import { Cadence } from '@debrief/contracts/resources/access';
import { isCalendarDate } from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { formatDigest } from '../report/format-digest.ts';
import { withContext } from './command-context.ts';
import { integrationOf, ownerOf } from './integration-of.ts';
import { printRecord, printRows } from './print.ts';

export function addPeriods(program: Command): void {
  const periods = program.command('periods').description('coaching periods and the digest of each');

  periods
    .command('list')
    .description(`list the newest ${PAGE_SIZE_MAX} periods of an integration`)
    .option('--integration <id>', 'integration; needed when there are several')
    .option('--cadence <cadence>', 'only weekly, semimonthly or monthly ones')
    .action((options: { integration?: string; cadence?: string }, command: Command) =>
      withContext(command, async (context) => {
        const { data } = await context.askFor(await ownerOf(context, options.integration), listPeriods, {
          ...{ limit: PAGE_SIZE_MAX, sort: 'desc' },
          ...(options.cadence !== undefined && { cadence: cadenceOf(options.cadence) }),
        });
        const columns = [
          ...['id', 'cadence', 'period_start', 'period_end', 'review_period_end'],
          ...['review_status', 'digest_status'],
        ];
        // The newest are those that were made last; people look for the last week.
        const rows = data.toSorted((a, b) => b.period_end.localeCompare(a.period_end));
        printRows(rows, columns, context.json);
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
    .option('--integration <id>', 'integration; needed when there are several')
    .requiredOption('--cadence <cadence>', 'weekly, semimonthly or monthly')
    .requiredOption('--end <day>', 'its last day, as 2026-11-15')
    .action((options: { integration?: string; cadence: string; end: string }, command: Command) =>
      withContext(command, async (context) => {
        const { cadence, end } = options;
        if (!isCalendarDate(end))
          throw new CommandError(`Invalid --end "${end}". Use a day such as 2026-11-15.`);
        const { id: integration_id } = await integrationOf(context, options.integration);
        const input = { integration_id, cadence: cadenceOf(cadence), end };
        const { created, period } = await context.ask(closePeriod, input);
        if (!created) process.stderr.write('debrief: the period was there already\n');
        printRecord(period, context.json);
      }),
    );
}

function cadenceOf(text: string): Cadence {
  if (Value.Check(Cadence, text)) return text;
  throw new CommandError(`Invalid --cadence "${text}". Use weekly, semimonthly or monthly.`);
}
