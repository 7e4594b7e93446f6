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
  const known = new Set(base.criteria.map(({ id }) => id));
  const isLeftOut = (id: string) => Array.isArray(without) && without.includes(id);
  const changes = (Array.isArray(criteria) ? criteria : [])
    .filter((change) => isRecord(change) && typeof change.id === 'string')
    .map((change) => {
      const inherited = base.criteria.find(({ id }) => id === change.id)?.indicators ?? [];
      const indicators = Array.isArray(change.indicators) ? change.indicators : [];
      return { ...change, indicators: merged(inherited, indicators, 'indicator') };
    });
  const isWhole = (change: object): boolean =>
    ['title', 'weight', 'applies'].every((field) => field in change);
  const partial = changes.filter((change) => !known.has(change.id) && !isWhole(change));
  const usable = changes.filter((change) => !partial.includes(change));
  const has = [...known].join(', ');
  const kept = merged(base.criteria, usable, 'id').filter(({ id }) => !isLeftOut(id));
  const focus = base.focus?.filter(({ criterion }) => kept.some(({ id }) => id === criterion));
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
