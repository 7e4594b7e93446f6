import { parseAllowedHosts } from '@debrief/contracts/public-address';
import { Cadence, Category, SpeechEngineName } from '@debrief/contracts/resources/access';
import { Quotas } from '@debrief/contracts/resources/quotas';
import { violationsOf } from '@debrief/contracts/violations';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { fromUserFolder } from './command-context.ts';
import { readJson } from './read-json.ts';

const MOST_DAYS = 36_500;

export interface SettingOptions {
  name?: string;
  crm?: string;
  source?: string;
  sourceId?: string;
  cadence?: string;
  reviewDays?: string;
  categories?: string;
  textDays?: string;
  audioDays?: string;
  cardNumbers?: string;
  speechEngine?: string;
  signals?: string;
  agendaMails?: string;
  allowDownload?: readonly string[];
  quota?: Partial<Quotas>;
}

/** The options that create and update share. */
export function withSettings(command: Command): Command {
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
      '--audio-days <days>',
      'days for which audio is kept for listening, with its texts at most; 0: not at all; "default": as ingest is set',
    )
    .option(
      '--card-numbers <what>',
      'remove (the default) payment card numbers from transcripts, or keep them',
    )
    .option(
      '--speech-engine <name>',
      'what hears its recordings: auto, an engine, or a speech endpoint as the worker names it; "none" leaves it to the worker',
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

/** What the given options set. @throws CommandError for a value that is not possible. */
export async function settingsOf(options: SettingOptions) {
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
    ...(options.audioDays !== undefined && { audio_days: audioDaysOf(options.audioDays) }),
    ...(options.cardNumbers !== undefined && {
      removes_card_numbers: isFirst('--card-numbers', ['remove', 'keep'], options.cardNumbers),
    }),
    ...(options.speechEngine !== undefined && { speech_engine: speechEngineOf(options.speechEngine) }),
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
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > MOST_DAYS)
    throw new CommandError(
      `Invalid --text-days "${text}". Use a whole number from 1 to ${MOST_DAYS}, or "all".`,
    );
  return Number(text);
}

function audioDaysOf(text: string): number | null {
  if (text === 'default') return null;
  if (!/^\d{1,5}$/.test(text) || Number(text) > MOST_DAYS)
    throw new CommandError(
      `Invalid --audio-days "${text}". Use a whole number from 0 to ${MOST_DAYS}, or "default".`,
    );
  return Number(text);
}

function speechEngineOf(name: string): string | null {
  if (name === 'none') return null;
  if (!Value.Check(SpeechEngineName, name))
    throw new CommandError(
      `Invalid --speech-engine "${name}". Use the name of an engine or an endpoint of the worker, "auto" or "none".`,
    );
  return name;
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
