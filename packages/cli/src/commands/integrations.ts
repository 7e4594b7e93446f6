import { readFile } from 'node:fs/promises';
import {
  createIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import { Cadence, Category } from '@debrief/contracts/resources/access';
import { violationsOf } from '@debrief/contracts/violations';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { withContext } from './command-context.ts';
import { fromWhereTheUserIs } from './paths.ts';
import { printRecord, printRows } from './print.ts';

interface SettingOptions {
  name?: string;
  crm?: string;
  source?: string;
  sourceId?: string;
  cadence?: string;
  reviewDays?: string;
  categories?: string;
}

export function addIntegrations(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('integrations: the client systems of an organization');

  withSettings(integrations.command('create').description('make an integration'))
    .requiredOption('--organization <id>', 'organization it belongs to')
    .requiredOption('--name <name>', 'name people know it by')
    .action((options: SettingOptions & { organization: string; name: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const input = {
          ...(await settingsOf(options)),
          organization_id: options.organization,
          name: options.name,
        };
        printRecord(await ask(createIntegration, input), json);
      }),
    );

  withSettings(integrations.command('update').description('change the settings given, and no others'))
    .argument('<id>', 'integration')
    .option('--name <name>', 'name people know it by')
    .action((id: string, options: SettingOptions, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        printRecord(await ask(updateIntegration, { id, ...(await settingsOf(options)) }), json);
      }),
    );

  integrations
    .command('list')
    .description('list integrations')
    .option('--organization <id>', 'only those of one organization')
    .action((options: { organization?: string }, command: Command) =>
      withContext(command, async ({ ask, json }) => {
        const filter = options.organization === undefined ? {} : { organization_id: options.organization };
        const { data } = await ask(listIntegrations, filter);
        printRows(data, ['id', 'name', 'organization_id', 'crm', 'cadences', 'categories'], json);
      }),
    );

  integrations
    .command('show')
    .description('show one integration')
    .argument('<id>', 'integration')
    .action((id: string, _options: object, command: Command) =>
      withContext(command, async ({ ask, json }) => printRecord(await ask(getIntegration, { id }), json)),
    );
}

function withSettings(command: Command): Command {
  return command
    .option('--crm <name>', 'CRM it is connected to; "none" for none')
    .option('--source <name>', 'readable name of its recording source')
    .option('--source-id <id>', 'id of its recording source')
    .option('--cadence <list>', 'coaching cadences, comma-separated: weekly, semimonthly, monthly')
    .option('--review-days <days>', 'days agents have to complete an agenda')
    .option('--categories <file>', 'JSON file: a list of { "name", "kind": "call" or "roleplay", "rubric" }');
}

async function settingsOf(options: SettingOptions) {
  return {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.crm !== undefined && { crm: options.crm === 'none' ? null : options.crm }),
    ...(options.source !== undefined && { source: options.source }),
    ...(options.sourceId !== undefined && { source_id: options.sourceId }),
    ...(options.cadence !== undefined && { cadences: cadencesOf(options.cadence) }),
    ...(options.reviewDays !== undefined && { review_days: daysOf(options.reviewDays) }),
    ...(options.categories !== undefined && { categories: await categoriesOf(options.categories) }),
  };
}

function cadencesOf(list: string): Cadence[] {
  const cadences = list.split(',').map((cadence) => cadence.trim());
  if (!Value.Check(Type.Array(Cadence), cadences)) {
    throw new CommandError('--cadence takes weekly, semimonthly and monthly, comma-separated');
  }
  return [...new Set(cadences)];
}

function daysOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new CommandError('--review-days takes a whole number of days');
  return Number(text);
}

async function categoriesOf(file: string): Promise<Category[]> {
  const path = fromWhereTheUserIs(file);
  let categories: unknown;
  try {
    categories = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new CommandError(`${path} cannot be read as JSON`, { cause });
  }
  const schema = Type.Array(Category);
  if (!Value.Check(schema, categories))
    throw new CommandError(`${path}: ${violationsOf(schema, categories).join('; ')}`);
  return categories;
}
