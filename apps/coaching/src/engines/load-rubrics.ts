import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isIndicatorName } from './findings/rating/indicator-names.ts';
import { Rubric, RubricVariant } from './rubric.ts';

const builtInRubrics = new URL('../../rubrics/', import.meta.url);
const GENERAL = 'general-sales';

export type RubricOf = (recording: { kind: 'call' | 'roleplay'; rubric: string | null }) => Rubric;

/** @returns which rubric a recording is measured by: its category's, else its kind's, else the general one. */
export function loadRubrics(): RubricOf {
  const rubrics = readRubrics();
  const general = rubrics.get(GENERAL);
  if (general === undefined) throw new Error(`Missing rubric ${GENERAL}.json`);
  return ({ kind, rubric }) => rubrics.get(rubric ?? '') ?? rubrics.get(kind) ?? general;
}

/**
 * Reads every rubric of a folder, each complete, by its name. A broken one fails here, at start, and not in the
 * middle of a call.
 */
export function readRubrics(folder = builtInRubrics): ReadonlyMap<string, Rubric> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const base = (name: string): Rubric | undefined => {
    const file = `${name}.json`;
    return files.includes(file) ? check(Rubric, readJson(new URL(file, folder)), file) : undefined;
  };
  const rubrics = files.map((file) => complete(readJson(new URL(file, folder)), file, base));
  return new Map(rubrics.map((rubric) => [rubric.name, rubric]));
}

/** Reads a rubric from a file of its own; it may extend one of the others. @throws saying what breaks it. */
export function readRubric(file: URL, others: ReadonlyMap<string, Rubric>): Rubric {
  return complete(readJson(file), path.basename(file.pathname), (name) => others.get(name));
}

function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${path.basename(file.pathname)} is not a rubric: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function complete(content: unknown, file: string, baseOf: (name: string) => Rubric | undefined): Rubric {
  if (!isVariant(content)) return checkIndicators(check(Rubric, content, file), file);
  const variant = check(RubricVariant, content, file);
  const base = baseOf(variant.extends);
  if (base === undefined) throw new Error(`${file} extends ${variant.extends}.json, which does not exist`);
  return checkIndicators(check(Rubric, completed(variant, base), file), file);
}

function checkIndicators(rubric: Rubric, file: string): Rubric {
  for (const { id, indicators } of rubric.criteria) {
    const unknown = indicators.find(({ indicator }) => !isIndicatorName(indicator));
    if (unknown !== undefined)
      throw new Error(
        `${file} is not a rubric: there is no indicator "${unknown.indicator}", in criterion ${id}`,
      );
  }
  return rubric;
}

function isVariant(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'extends' in content;
}

function check<Schema extends TSchema>(schema: Schema, content: unknown, file: string): Schema['static'] {
  const fault = Value.Errors(schema, content).First();
  if (fault !== undefined) throw new Error(`${file} is not a rubric: ${fault.path || '/'} ${fault.message}`);
  return content as Schema['static'];
}

function completed({ extends: _, criteria = [], ...fields }: RubricVariant, base: Rubric): unknown {
  const changes = criteria.map((change) => {
    const inherited = base.criteria.find(({ id }) => id === change.id)?.indicators ?? [];
    return { ...change, indicators: merged(inherited, change.indicators ?? [], 'indicator') };
  });
  return { ...base, ...fields, criteria: merged(base.criteria, changes, 'id') };
}

/** The entries in their order, each with its changes, then those changes that have no entry: they are new ones. */
function merged<Key extends string>(
  entries: readonly Record<Key, string>[],
  changes: readonly Record<Key, string>[],
  key: Key,
): object[] {
  const changed = new Map(changes.map((change) => [change[key], change]));
  const known = new Set(entries.map((entry) => entry[key]));
  return [
    ...entries.map((entry) => ({ ...entry, ...changed.get(entry[key]) })),
    ...changes.filter((change) => !known.has(change[key])),
  ];
}
