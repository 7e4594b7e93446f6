import { exportMarkedClaims } from '@debrief/contracts/operations/claims';
import { getIntegration } from '@debrief/contracts/operations/directory-access';
import { getReruns, rerunAnalyses } from '@debrief/contracts/operations/ingest-queue';
import { parseInstant } from '@debrief/contracts/text';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { printRecord, printRows } from './print.ts';

const MARKED_MAX = 1000;

export function addAnalyses(program: Command): void {
  const analyses = program
    .command('analyses')
    .description('judge calls again after a change of rubrics; what people say is wrong');

  analyses
    .command('rerun')
    .description('judge stored transcripts of COMPLETED calls again, after everything else that waits')
    .requiredOption('--integration <id>', 'integration')
    .requiredOption('--since <date>', 'calls from this day on in UTC, or from this instant on')
    .addHelpText(
      'after',
      '\nCalls stay COMPLETED and are served with the analyses they have until new ones replace them, which are kept.',
    )
    .action(({ integration, since }: { integration: string; since: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { id } = await ask(getIntegration, { id: integration });
        const rerun = await ask(rerunAnalyses, { integration_id: id, since: instantOf(since) });
        if (json) return printRecord(rerun, json);
        const calls = rerun.recordings === 1 ? '1 recording is' : `${rerun.recordings} recordings are`;
        process.stdout.write(
          `${calls} judged again. See how far it is: debrief analyses status --integration ${id}\n`,
        );
      }),
    );

  analyses
    .command('status')
    .description('how many recordings are still to be judged again')
    .requiredOption('--integration <id>', 'integration')
    .action(({ integration }: { integration: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const { id } = await ask(getIntegration, { id: integration });
        printRecord(await ask(getReruns, { integration_id: id }), json);
      }),
    );

  analyses
    .command('wrong')
    .description('claims that people have marked as wrong in the console, the newest first')
    .requiredOption('--integration <id>', 'integration')
    .option('--limit <number>', `at most so many, up to ${MARKED_MAX}`, '100')
    .action(({ integration, limit }: { integration: string; limit: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
        if (count < 1 || count > MARKED_MAX)
          throw new CommandError(`Invalid --limit "${limit}". Use a number from 1 to ${MARKED_MAX}.`);
        const { id } = await ask(getIntegration, { id: integration });
        const { data } = await ask(exportMarkedClaims, { integration_id: id, limit: count });
        printRows(data, ['marked_at', 'recording_id', 'claim_id', 'indicator', 'fault', 'claim'], json);
      }),
    );
}

function instantOf(text: string): string {
  const instant = parseInstant(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instant === null)
    throw new CommandError(`Invalid --since "${text}". Use a day, such as 2026-11-01, or an instant.`);
  return instant.toISOString();
}
