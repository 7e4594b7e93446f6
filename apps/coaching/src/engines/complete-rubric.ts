import type { Rubric, RubricVariant } from '@debrief/contracts/resources/rubric';
import { isRecord, rubricFaults, variantFaults } from './rubric-faults.ts';

export type Completed = { rubric: Rubric } | { faults: string[] };

export interface CompletionOptions {
  /** The rubric that one of this name extends. */
  baseOf: (name: string) => Rubric | undefined;
  /** The names of those that can be extended, for whoever named another one. */
  names: readonly string[];
  /** Changes of criteria that the other does not have are left out: a team may have removed one. */
  isTolerant?: boolean;
}

/** A rubric as it judges, made from what a file says of it. @returns every fault where there is one. */
export function completeRubric(content: unknown, o: CompletionOptions): Completed {
  if (!isRecord(content)) return { faults: ['The rubric must be a JSON object'] };
  if (!('extends' in content)) return checked(content);
  const base = typeof content.extends === 'string' ? o.baseOf(content.extends) : undefined;
  const faults = variantFaults(content, base, o);
  if (base === undefined) return { faults };
  const { complete, incomplete } = completed(content as RubricVariant, base, o.isTolerant === true);
  const all = [...faults, ...incomplete, ...rubricFaults(complete)];
  return all.length === 0 ? { rubric: complete as Rubric } : { faults: [...new Set(all)] };
}

function checked(content: object): Completed {
  const faults = rubricFaults(content);
  return faults.length === 0 ? { rubric: content as Rubric } : { faults };
}

type Entry<Key extends string> = Record<Key, string>;

function completed(
  { extends: _, without, criteria, ...fields }: RubricVariant,
  base: Rubric,
  isTolerant: boolean,
): { complete: object; incomplete: string[] } {
  const changes = named(criteria, 'id').map((change) => changedCriterion(change, base, isTolerant));
  const isNew = ({ id }: Entry<'id'>) => !base.criteria.some((criterion) => criterion.id === id);
  const partial = changes.filter(
    (change) => isNew(change) && !hasAll(change, ['title', 'weight', 'applies']),
  );
  const kept = leaveOut(merged(base.criteria, changes, 'id'), without, 'id').filter(
    (criterion) => !partial.some(({ id }) => id === criterion.id),
  );
  const focus = base.focus?.filter(({ criterion }) => kept.some(({ id }) => id === criterion));
  const has = base.criteria.map(({ id }) => id).join(', ');
  return {
    complete: { ...base, ...(focus && { focus }), ...fields, criteria: kept },
    incomplete: isTolerant
      ? []
      : partial.map(
          ({ id }) =>
            `criterion ${id}: ${base.name} has none of that id (it has ${has}); a new one needs title, weight, applies and indicators`,
        ),
  };
}

/** A criterion's change with all its indicators: the inherited ones, changed, and new ones. */
function changedCriterion(
  { without, ...change }: Entry<'id'> & { indicators?: unknown; without?: unknown },
  base: Rubric,
  isTolerant: boolean,
): Entry<'id'> {
  const inherited = base.criteria.find(({ id }) => id === change.id)?.indicators ?? [];
  const isInherited = (name: string) => inherited.some(({ indicator }) => indicator === name);
  const indicators = named(change.indicators, 'indicator').filter(
    (one) => !isTolerant || isInherited(one.indicator) || hasAll(one, ['points', 'heard', 'missing']),
  );
  const all = leaveOut(merged(inherited, indicators, 'indicator'), without, 'indicator');
  return { ...change, indicators: all } as Entry<'id'>;
}

function hasAll(entry: object, fields: readonly string[]): boolean {
  return fields.every((field) => field in entry);
}

/** The entries of a list that have their key; what is wrong with others is told elsewhere. */
function named<Key extends string>(entries: unknown, key: Key): Entry<Key>[] {
  if (!Array.isArray(entries)) return [];
  return entries.filter((entry): entry is Entry<Key> => isRecord(entry) && typeof entry[key] === 'string');
}

function leaveOut<Key extends string>(
  entries: readonly Entry<Key>[],
  names: unknown,
  key: Key,
): Entry<Key>[] {
  return entries.filter((entry) => !Array.isArray(names) || !names.includes(entry[key]));
}

/** The entries in their order, each with its changes, then those changes that have no entry: they are new ones. */
function merged<Key extends string>(
  entries: readonly Entry<Key>[],
  changes: readonly Entry<Key>[],
  key: Key,
): Entry<Key>[] {
  const changed = new Map(changes.map((change) => [change[key], change]));
  const known = new Set(entries.map((entry) => entry[key]));
  return [
    ...entries.map((entry) => ({ ...entry, ...changed.get(entry[key]) })),
    ...changes.filter((change) => !known.has(change[key])),
  ];
}
