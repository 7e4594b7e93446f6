import { idsOf, metricsWindow } from '@debrief/contracts/metrics-window';
import { showMetrics } from '@debrief/contracts/operations/analytics';
import { CallDirection } from '@debrief/contracts/resources/metrics';
import type { User } from '@debrief/contracts/resources/user';
import { isUuid } from '@debrief/contracts/text';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { formatMetrics } from '../report/format-metrics.ts';
import { withContext } from './command-context.ts';
import { integrationOf } from './integration-of.ts';
import { printRecord } from './print.ts';
import { USER_FORMS, userOf } from './user-of.ts';

interface MetricsOptions {
  integration?: string;
  user?: string;
  contact?: string;
  team?: string;
  source?: string;
  stage?: string;
  type: string;
  from?: string;
  to?: string;
}

export function addMetrics(program: Command): void {
  program
    .command('metrics')
    .description('the figures of an integration over a window, beside the period before')
    .option('--integration <id>', 'integration whose calls are counted; needed when there are several')
    .option('--user <user>', `only the calls of this user: ${USER_FORMS}`)
    .option('--contact <id>', 'only the calls with this contact, by its UUID')
    .option('--team <ids>', 'only the calls of agents of these teams, comma-separated')
    .option('--source <ids>', 'only calls of these sources, comma-separated')
    .option('--stage <ids>', 'only calls in these stages, comma-separated')
    .option('--type <direction>', 'all, inbound or outbound', 'all')
    .option('--from <day>', 'first day (UTC) or instant; 29 days ago when not given')
    .option('--to <day>', 'last day (UTC) or instant; now when not given')
    .addHelpText('after', '\ndocs/metrics.md defines the figures.')
    .action((options: MetricsOptions, command: Command) =>
      withContext(command, async (context) => {
        const question = questionOf(options);
        const { id, organization_id, name } = await integrationOf(context, options.integration);
        const owner = { integration_id: id, organization_id };
        const user = options.user === undefined ? null : await userOf(context, owner, options.user);
        const metrics = await context.ask(showMetrics, {
          integration_id: id,
          ...question,
          ...(user !== null && { of: 'user' as const, id: user.id }),
        });
        if (context.json) printRecord(metrics, true);
        else process.stdout.write(formatMetrics(titleOf(name, user, options.contact), metrics));
      }),
    );
}

/** But for the user, who has to be asked for. @throws CommandError that names the option. */
function questionOf({ user, contact, type, from, to, ...lists }: MetricsOptions) {
  if (user !== undefined && contact !== undefined)
    throw new CommandError('Give --user or --contact, not both.');
  if (contact !== undefined && !isUuid(contact))
    throw new CommandError(`Invalid --contact "${contact}". Use its UUID.`);
  if (!Value.Check(CallDirection, type))
    throw new CommandError(`Invalid --type "${type}". Use all, inbound or outbound.`);
  const window = metricsWindow({ date_gte: from, date_lte: to }, new Date());
  return {
    of: contact === undefined ? ('integration' as const) : ('contact' as const),
    id: contact ?? null,
    ...windowOf(window, { from, to }),
    ...{ source: listOf('source', lists.source), stage: listOf('stage', lists.stage) },
    ...{ team: listOf('team', lists.team), type },
  };
}

function windowOf(
  { from, to }: ReturnType<typeof metricsWindow>,
  given: { from: string | undefined; to: string | undefined },
): { date_gte: string; date_lte: string } {
  const use = 'Use a day such as 2026-11-20, or an instant such as 2026-11-20T10:00:00Z.';
  if (from === null) throw new CommandError(`Invalid --from "${given.from}". ${use}`);
  if (to === null) throw new CommandError(`Invalid --to "${given.to}". ${use}`);
  if (from > to)
    throw new CommandError(
      given.from === undefined
        ? '--to is before the default of --from; give --from as well.'
        : '--from must not be after --to.',
    );
  return { date_gte: from.toISOString(), date_lte: to.toISOString() };
}

function listOf(option: string, list: string | undefined): string[] {
  const ids = idsOf(list);
  if (ids.includes('')) throw new CommandError(`Invalid --${option} "${list}". Use ids separated by commas.`);
  return ids;
}

function titleOf(integration: string, user: User | null, contact: string | undefined): string {
  if (user !== null) return `${user.name} (${user.external_user_id}) of ${integration}`;
  return contact === undefined ? integration : `Contact ${contact} of ${integration}`;
}
