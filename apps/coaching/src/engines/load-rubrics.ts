import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import { completeRubric } from './complete-rubric.ts';
import { chooseName, type Named, type OwnRubric, resolveRubrics } from './resolve-rubrics.ts';

const builtInRubrics = new URL('../../rubrics/', import.meta.url);

export interface TeamRubrics {
  readonly integration_id: string;
  readonly rubrics: readonly OwnRubric[];
}

/** @param team The integration's own, which come before the built-in ones. */
export type RubricOf = (
  recording: { kind: 'call' | 'roleplay'; rubric: string | null },
  team?: TeamRubrics,
) => Rubric;

/** Teams whose completed rubrics are kept: completing them takes milliseconds, as long as a short call. */
const TEAMS_MAX = 200;

/** @returns which rubric a recording is measured by: its category's, else its kind's, else the general one. */
export function loadRubrics(onFault: (fault: object) => void = () => {}): RubricOf {
  const files = readRubricFiles();
  const builtIn = readRubrics();
  const ofTeams = new Map<string, ReadonlyMap<string, Rubric>>();

  function ofTeam({ integration_id, rubrics: own }: TeamRubrics): ReadonlyMap<string, Rubric> {
    if (own.length === 0) return builtIn;
    const key = [integration_id, ...own.map(({ name, version }) => `${name}@${version}`)].join(' ');
    const kept = ofTeams.get(key);
    if (kept !== undefined) return kept;
    const { rubrics, faults } = resolveRubrics(files, own);
    // It had none when it was set: another release has changed what it extends.
    for (const [rubric, faultsOfIt] of faults) onFault({ integration_id, rubric, faults: faultsOfIt });
    const all = new Map([...builtIn, ...rubrics]);
    if (ofTeams.size >= TEAMS_MAX) ofTeams.clear();
    ofTeams.set(key, all);
    return all;
  }

  return (recording, team) => {
    const rubrics = team === undefined ? builtIn : ofTeam(team);
    return rubrics.get(chooseName(recording, rubrics)) as Rubric;
  };
}

/** What the files of a folder say, by name: complete rubrics, and how others differ from them. */
export function readRubricFiles(folder = builtInRubrics): Named[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((file) => ({
    name: path.basename(file, '.json'),
    content: readJson(new URL(file, folder)),
  }));
}

/**
 * Reads every rubric of a folder, each complete, by its name. A broken one fails here, at start, and not in the
 * middle of a call.
 */
export function readRubrics(folder = builtInRubrics): ReadonlyMap<string, Rubric> {
  const { rubrics, faults } = resolveRubrics(readRubricFiles(folder));
  const [broken] = faults;
  if (broken !== undefined) throw notRubric(`${broken[0]}.json`, broken[1]);
  return rubrics;
}

/** Reads a rubric from a file of its own; it may extend one of the others. @throws saying all that breaks it. */
export function readRubric(file: URL, others: ReadonlyMap<string, Rubric>): Rubric {
  const completed = completeRubric(readJson(file), {
    baseOf: (name) => others.get(name),
    names: [...others.keys()],
  });
  if ('faults' in completed) throw notRubric(path.basename(file.pathname), completed.faults);
  return completed.rubric;
}

function notRubric(file: string, faults: readonly string[]): Error {
  return new Error(`${file} is not a rubric: ${faults.join('; ')}`);
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
