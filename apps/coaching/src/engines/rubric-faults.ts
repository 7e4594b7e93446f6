import { Rubric, RubricVariant } from '@debrief/contracts/resources/rubric';
import { violationsOf } from '@debrief/contracts/violations';
import { KindGuard, type TSchema, Type } from '@sinclair/typebox';
import { outcomeLabels } from './findings/outcome/outcome-labels.ts';
import { indicatorNames, isIndicatorName } from './findings/rating/indicator-names.ts';

/** The fields that a variant has besides those of a rubric. */
const ofVariant = new Set(['extends', 'without']);
const Variant = Type.Omit(RubricVariant, ['criteria']);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a variant before it is completed. */
export function variantFaults(
  content: Record<string, unknown>,
  base: Rubric | undefined,
  { names, isTolerant = false }: { names: readonly string[]; isTolerant?: boolean },
): string[] {
  const { extends: extended, without, criteria } = content;
  const faults = violationsOf(Variant, content);
  if (typeof extended === 'string' && base === undefined)
    faults.push(`extends: there is no rubric "${extended}" to extend; there are ${names.join(', ')}`);
  if (criteria !== undefined && !Array.isArray(criteria)) faults.push('criteria must be a list');
  for (const [index, change] of (Array.isArray(criteria) ? criteria : []).entries()) {
    if (!isRecord(change) || typeof change.id !== 'string') faults.push(`criteria.${index}.id is required`);
  }
  faults.push(...repeated(criteria, 'id', (id) => `criterion ${id} is named twice`));
  if (base !== undefined && !isTolerant) faults.push(...withoutFaults(without, records(criteria), base));
  return faults;
}

/** What is left out must be there, or it is misspelled. */
function withoutFaults(
  without: unknown,
  criteria: readonly Record<string, unknown>[],
  base: Rubric,
): string[] {
  const missing = (names: unknown, known: readonly string[]) =>
    Array.isArray(names) ? names.filter((name) => !known.includes(name)) : [];
  const ids = base.criteria.map(({ id }) => id);
  return [
    ...missing(without, ids).map((id) => `without: ${base.name} has no criterion "${id}"`),
    ...criteria.flatMap((change) => {
      const inherited = base.criteria.find(({ id }) => id === change.id)?.indicators ?? [];
      const names = inherited.map(({ indicator }) => indicator);
      return missing(change.without, names).map(
        (name) => `criterion ${change.id}: without: it has no indicator "${name}" in ${base.name}`,
      );
    }),
    ...criteria.flatMap(({ id, indicators }) =>
      records(indicators).some(({ indicator }) => typeof indicator !== 'string')
        ? [`criterion ${id}: every indicator needs "indicator", its name`]
        : [],
    ),
  ];
}

/** Every fault of a complete rubric, its criteria and indicators by their names. */
export function rubricFaults(rubric: object): string[] {
  const known = violationsOf(Rubric, rubric).map((fault) => named(fault, rubric));
  const unknown = unknownFields(Rubric, rubric, '').map((field) => named(`${field} is not a field`, rubric));
  const { criteria, focus, disposition_labels: labels } = rubric as Record<string, unknown>;
  return [
    ...known,
    ...unknown,
    ...repeated(criteria, 'id', (id) => `criterion ${id} is there twice`),
    ...records(criteria).flatMap(indicatorFaults),
    ...focusFaults(focus, criteria),
    ...labelFaults(labels),
  ];
}

function indicatorFaults({ id, indicators }: Record<string, unknown>): string[] {
  const unknown = records(indicators)
    .map(({ indicator }) => indicator)
    .filter((name): name is string => typeof name === 'string' && !isIndicatorName(name))
    .map(
      (name) =>
        `criterion ${id}: there is no indicator "${name}"; the indicators are ${indicatorNames.join(', ')}`,
    );
  return [
    ...unknown,
    ...repeated(indicators, 'indicator', (name) => `criterion ${id}: indicator ${name} is there twice`),
  ];
}

function focusFaults(focus: unknown, criteria: unknown): string[] {
  const ids = new Set(records(criteria).map(({ id }) => id));
  return [
    ...records(focus)
      .filter(({ criterion }) => typeof criterion === 'string' && !ids.has(criterion))
      .map(({ month, criterion }) => `focus of ${month}: there is no criterion "${criterion}"`),
    ...repeated(focus, 'month', (month) => `focus of ${month} is there twice`),
  ];
}

/** Two outcomes under one label could not be told apart in any statistics. */
function labelFaults(labels: unknown): string[] {
  if (!isRecord(labels)) return [];
  const used = Object.entries({ ...outcomeLabels, ...labels });
  return Object.entries(labels).flatMap(([code, label]) => {
    const other = used.find(([one, used]) => one !== code && used === label);
    return other === undefined
      ? []
      : [`disposition_labels.${code}: "${label}" is also the label of ${other[0]}`];
  });
}

function repeated(entries: unknown, key: string, fault: (value: string) => string): string[] {
  const values = records(entries).map((entry) => entry[key]);
  const twice = values.filter((value, index) => typeof value === 'string' && values.indexOf(value) < index);
  return [...new Set(twice)].map((value) => fault(String(value)));
}

function records(entries: unknown): Record<string, unknown>[] {
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

/** A misspelled field would be ignored in silence. */
function unknownFields(schema: TSchema, value: unknown, path: string): string[] {
  if (KindGuard.IsArray(schema) && Array.isArray(value))
    return value.flatMap((item, index) => unknownFields(schema.items, item, `${path}.${index}`));
  if (!KindGuard.IsObject(schema) || !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (path === '' && ofVariant.has(name)) return [];
    const property = schema.properties[name];
    return property === undefined ? [place] : unknownFields(property, field, place);
  });
}

const place = /^criteria\.(\d+)\.?(?:indicators\.(\d+)\.?)?/;

/** `criteria.1.indicators.0.points must be …` is `criterion discovery, indicator followed_up: points must be …`. */
function named(fault: string, rubric: object): string {
  const [found, criterionIndex, indicatorIndex] = place.exec(fault) ?? [];
  if (found === undefined) return fault;
  const criterion = records((rubric as Record<string, unknown>).criteria)[Number(criterionIndex)];
  const { id, indicators } = criterion ?? {};
  if (typeof id !== 'string') return fault;
  const rest = fault.slice(found.length).trimStart();
  if (indicatorIndex === undefined) return `criterion ${id}: ${rest}`;
  const { indicator } = records(indicators)[Number(indicatorIndex)] ?? {};
  return typeof indicator === 'string' ? `criterion ${id}, indicator ${indicator}: ${rest}` : fault;
}
