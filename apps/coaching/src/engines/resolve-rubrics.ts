import { type Rubric, rubricVersion } from '@debrief/contracts/resources/rubric';
import { completeRubric } from './complete-rubric.ts';
import { isRecord } from './rubric-faults.ts';

export const GENERAL = 'general-sales';

/** A rubric under its name, as its file or its team wrote it. */
export interface Named {
  readonly name: string;
  readonly content: unknown;
}

/** One of a team, in the version it is in. */
export interface OwnRubric extends Named {
  readonly version: number;
}

export interface ResolvedRubrics {
  readonly rubrics: ReadonlyMap<string, Rubric>;
  /** What is wrong, by the name of the rubric. */
  readonly faults: ReadonlyMap<string, string[]>;
}

/**
 * Completes the built-in rubrics and a team's own. An own rubric takes the place of the built-in one of its name, for
 * those that extend it as well; where it extends that very name, it extends the built-in one.
 */
export function resolveRubrics(builtIn: readonly Named[], own: readonly OwnRubric[] = []): ResolvedRubrics {
  const byName = new Map(builtIn.map((one) => [one.name, one]));
  const ownByName = new Map(own.map((one) => [one.name, one]));
  const names = [...new Set([...byName.keys(), ...ownByName.keys()])];
  const rubrics = new Map<string, Rubric>();
  const faults = new Map<string, string[]>();

  /** @param path Own and built-in rubrics that are being completed; none may extend itself. */
  function complete(name: string, path: readonly (Named | undefined)[]): Rubric | 'broken' | undefined {
    const own = ownByName.get(name);
    const source = own !== undefined && !path.includes(own) ? own : byName.get(name);
    if (source === undefined || path.includes(source)) return undefined;
    const isOwn = source === own;
    let base: ReturnType<typeof complete>;
    const completed = completeRubric(isOwn ? withVersion(source.content, own.version) : source.content, {
      baseOf: (extended) => {
        base = complete(extended, [...path, source]);
        return base === 'broken' ? undefined : base;
      },
      names: names.filter((one) => one !== name || (isOwn && byName.has(one))),
      isTolerant: !isOwn && ownByName.size > 0,
    });
    if ('faults' in completed) {
      const found = completed.faults.filter((fault) => base !== 'broken' || !fault.startsWith('extends:'));
      // What is wrong with a base is told under its name; what is wrong with this shows only against a whole one.
      if (isOwn && base === 'broken')
        found.push('what it extends has faults; what else is wrong here is told when they are mended');
      if (path.length === 0 && found.length > 0) faults.set(name, found);
      return 'broken';
    }
    const { rubric } = completed;
    if (base === undefined || base === 'broken') return rubric;
    const rests = isOwn || base.version.includes(TEAM);
    return rests ? { ...rubric, version: `${rubric.version}+${rubricVersion(base)}` } : rubric;
  }

  for (const name of names) {
    const rubric = complete(name, []);
    if (rubric !== undefined && rubric !== 'broken') rubrics.set(name, rubric);
  }
  return { rubrics, faults };
}

const TEAM = 'team-';

/** A team's version cannot be taken for the built-in one of the same name and number. */
function withVersion(content: unknown, version: number): unknown {
  return isRecord(content) ? { ...content, version: `${TEAM}${version}` } : content;
}

/** The category's rubric, else the kind's, else the general one. */
export function chooseName(
  { kind, rubric }: { kind: 'call' | 'roleplay'; rubric: string | null },
  rubrics: ReadonlyMap<string, Rubric>,
): string {
  if (rubric !== null && rubrics.has(rubric)) return rubric;
  return rubrics.has(kind) ? kind : GENERAL;
}
