import {
  createIntegration,
  createKey,
  createOrganization,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import { listRubrics } from '@debrief/contracts/operations/rubrics';
import type { Category, KeyAccess } from '@debrief/contracts/resources/access';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { type CommandContext, withContext } from './command-context.ts';
import { type SettingOptions, settingsOf, withSettings } from './integration-settings.ts';
import { accessOf, showKeyNote } from './keys.ts';
import { printRecord, printRows } from './print.ts';

export function addIntegrations(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('integrations: the client systems of an organization');

  withSettings(integrations.command('create').description('create an integration and, if wanted, its keys'))
    .option('--organization <id>', 'organization it belongs to')
    .option('--organization-name <name>', 'create this organization for it, instead of --organization')
    .requiredOption('--name <name>', 'name people know it by')
    .option(
      '--key <access>',
      'also create a key: read-write or read-only (repeatable, or comma-separated)',
      collectKeys,
    )
    .action((options: CreateOptions, command: Command) =>
      withContext(command, (context) => create(options, context)),
    );

  withSettings(integrations.command('update').description('change the given settings'))
    .argument('<id>', 'integration')
    .option('--name <name>', 'name people know it by')
    .option('--expect <version>', 'only if it has this version now, as show prints it')
    .action((id: string, options: SettingOptions & { expect?: string }, command: Command) =>
      withContext(command, async (context) => {
        const settings = await settingsOf(options);
        const expected = expectedIn(options);
        await checkRubricNames(context, settings.categories, id);
        printRecord(await context.ask(updateIntegration, { id, ...settings, ...expected }), context.json);
      }),
    );

  integrations
    .command('list')
    .description('list integrations')
    .option('--organization <id>', 'only those of this organization')
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

function expectedIn({ expect }: { expect?: string }): { expected_version?: number } {
  if (expect === undefined) return {};
  if (!/^[1-9]\d{0,8}$/.test(expect))
    throw new CommandError(`Invalid --expect "${expect}". Use the version that show prints, such as 2.`);
  return { expected_version: Number(expect) };
}

interface CreateOptions extends SettingOptions {
  organization?: string;
  organizationName?: string;
  name: string;
  key?: readonly KeyAccess[];
}

async function create(options: CreateOptions, context: CommandContext): Promise<void> {
  const { ask, json } = context;
  const settings = await settingsOf(options);
  await checkRubricNames(context, settings.categories, null);
  if ((options.organization === undefined) === (options.organizationName === undefined)) {
    throw new CommandError('Name the organization: either --organization ID or --organization-name NAME');
  }
  const organizationId =
    options.organization ?? (await ask(createOrganization, { name: options.organizationName ?? '' })).id;
  const integration = await ask(createIntegration, {
    ...settings,
    organization_id: organizationId,
    name: options.name,
  });
  if (options.key === undefined) return printRecord(integration, json);
  const keys = await Promise.all(
    options.key.map(async (access) => {
      const { id, key } = await ask(createKey, { integration_id: integration.id, name: access, access });
      return { id, access, key };
    }),
  );
  if (json) return printRecord({ ...integration, keys }, json);
  printRecord(
    { ...integration, ...Object.fromEntries(keys.map(({ access, key }) => [`${access} key`, key])) },
    json,
  );
  showKeyNote();
}

function collectKeys(text: string, before: readonly KeyAccess[] = []): readonly KeyAccess[] {
  return [...new Set([...before, ...text.split(',').map((one) => accessOf('--key', one.trim()))])];
}

/** A name that no rubric has would be judged by the general one in silence. */
async function checkRubricNames(
  { ask }: CommandContext,
  categories: readonly Category[] | null | undefined,
  integrationId: string | null,
): Promise<void> {
  const named = (categories ?? []).filter(({ rubric }) => rubric !== undefined);
  if (named.length === 0) return;
  const { data } = await ask(listRubrics, { integration_id: integrationId });
  const known = data.map(({ name }) => name);
  const faults = named
    .filter(({ rubric }) => !known.includes(rubric ?? ''))
    .map(({ name, rubric }) => `category ${name}: there is no rubric "${rubric}"`);
  if (faults.length > 0) throw new CommandError(`${faults.join('; ')}. Rubrics: ${known.join(', ')}`);
}
