import {
  createIntegration,
  createKey,
  createOrganization,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from '@debrief/contracts/operations/directory-access';
import { listRubrics } from '@debrief/contracts/operations/rubrics';
import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { Cadence, Category, type KeyAccess } from '@debrief/contracts/resources/access';
import { Quotas } from '@debrief/contracts/resources/quotas';
import { violationsOf } from '@debrief/contracts/violations';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { type CommandContext, fromUserFolder, withContext } from './command-context.ts';
import { accessOf, showKeyNote } from './keys.ts';
import { printRecord, printRows } from './print.ts';
import { readJson } from './read-json.ts';

const MOST_TEXT_DAYS = 36_500;

interface SettingOptions {
  name?: string;
  crm?: string;
  source?: string;
  sourceId?: string;
  cadence?: string;
  reviewDays?: string;
  categories?: string;
  textDays?: string;
  cardNumbers?: string;
  signals?: string;
  agendaMails?: string;
  allowDownload?: readonly string[];
  quota?: Partial<Quotas>;
}

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
    .action((id: string, options: SettingOptions, command: Command) =>
      withContext(command, async (context) => {
        const settings = await settingsOf(options);
        await checkRubricNames(context, settings.categories, id);
        printRecord(await context.ask(updateIntegration, { id, ...settings }), context.json);
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

function withSettings(command: Command): Command {
  return command
    .option('--crm <name>', 'name of the connected CRM; "none" removes it')
    .option('--source <name>', 'name of its recording source')
    .option('--source-id <id>', 'id of its recording source')
    .option(
      '--cadence <list>',
      'coaching cadences (repeatable, or comma-separated): weekly, semimonthly, monthly',
      (list: string, before?: string) => (before === undefined ? list : `${before},${list}`),
    )
    .option('--review-days <days>', 'days that agents have to complete an agenda')
    .option(
      '--categories <file>',
      'JSON file with a list of { "name", "kind": "call" or "roleplay", "rubric" }',
    )
    .option(
      '--text-days <days>',
      'days for which transcripts and the texts of analyses are kept; "all" keeps them for good',
    )
    .option(
      '--card-numbers <what>',
      'remove (the default) payment card numbers from transcripts, or keep them',
    )
    .option('--signals <state>', 'on (the default) or off: whether profiles of agents are inferred')
    .option(
      '--agenda-mails <state>',
      'on (the default) or off: whether agents are mailed that an agenda is ready',
    )
    .option(
      '--allow-download <list>',
      'private stores its recordings may be fetched from, as HOST or HOST:PORT, comma-separated; "none" allows none',
      hostsOf,
    )
    .option(
      '--quota <name=number>',
      `what it may use (repeatable; "none" sets no limit): ${quotaNames.join(', ')}`,
      addQuota,
    );
}

async function settingsOf(options: SettingOptions) {
  return {
    ...(options.name !== undefined && { name: options.name }),
    ...(options.crm !== undefined && { crm: options.crm === 'none' ? null : options.crm }),
    ...(options.source !== undefined && { source: options.source }),
    ...(options.sourceId !== undefined && { source_id: options.sourceId }),
    ...(options.cadence !== undefined && { cadences: cadencesOf(options.cadence) }),
    ...(options.reviewDays !== undefined && { review_days: daysOf(options.reviewDays) }),
    ...(options.allowDownload !== undefined && { allowed_hosts: [...options.allowDownload] }),
    ...(options.quota !== undefined && { quotas: options.quota }),
    ...(options.categories !== undefined && { categories: await categoriesOf(options.categories) }),
    ...(options.textDays !== undefined && { text_days: textDaysOf(options.textDays) }),
    ...(options.cardNumbers !== undefined && {
      removes_card_numbers: isFirst('--card-numbers', ['remove', 'keep'], options.cardNumbers),
    }),
    ...(options.agendaMails !== undefined && {
      agenda_mails: isFirst('--agenda-mails', ['on', 'off'], options.agendaMails),
    }),
    ...(options.signals !== undefined && { signals: isFirst('--signals', ['on', 'off'], options.signals) }),
  };
}

function cadencesOf(list: string): Cadence[] {
  const cadences = list.split(',').map((cadence) => cadence.trim());
  if (!Value.Check(Type.Array(Cadence), cadences)) {
    throw new CommandError(
      `Invalid --cadence "${list}". Use weekly, semimonthly and monthly, comma-separated.`,
    );
  }
  return [...new Set(cadences)];
}

function daysOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new CommandError(`Invalid --review-days "${text}". Use a whole number.`);
  return Number(text);
}

function textDaysOf(text: string): number | null {
  if (text === 'all') return null;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > MOST_TEXT_DAYS)
    throw new CommandError(
      `Invalid --text-days "${text}". Use a whole number from 1 to ${MOST_TEXT_DAYS}, or "all".`,
    );
  return Number(text);
}

function isFirst(option: string, words: readonly [string, string], text: string): boolean {
  if (!words.includes(text))
    throw new CommandError(`Invalid ${option} "${text}". Use ${words.join(' or ')}.`);
  return text === words[0];
}

function hostsOf(list: string): string[] {
  if (list === 'none') return [];
  const hosts = list.split(',').map((host) => host.trim());
  try {
    parseAllowedHosts(hosts);
  } catch (error) {
    throw new CommandError(`Invalid --allow-download: ${(error as Error).message}.`);
  }
  return [...new Set(hosts)];
}

/** Names as people type them: `emails-per-day`. */
const quotaNames = Object.keys(Quotas.properties).map((name) => name.replaceAll('_', '-'));

function addQuota(text: string, before: Partial<Quotas> = {}): Partial<Quotas> {
  const [name = '', most = ''] = text.split('=').map((part) => part.trim());
  if (!quotaNames.includes(name.replaceAll('_', '-')) || !/^(\d{1,9}|none)$/.test(most)) {
    throw new CommandError(
      `Invalid --quota "${text}". Use NAME=NUMBER or NAME=none, where NAME is ${quotaNames.join(', ')}.`,
    );
  }
  return { ...before, [name.replaceAll('-', '_')]: most === 'none' ? null : Number(most) };
}

async function categoriesOf(file: string): Promise<Category[]> {
  const path = fromUserFolder(file);
  const categories = await readJson(path);
  const schema = Type.Array(Category);
  const names = Array.isArray(categories) ? categories.map((category) => category?.name) : [];
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index && name !== undefined));
  const faults = [...violationsOf(schema, categories), ...[...twice].map((name) => `${name} is there twice`)];
  if (faults.length > 0 || !Value.Check(schema, categories))
    throw new CommandError(`${path}: ${faults.join('; ')}`);
  return categories;
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
