import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Coach } from '../engines/coach.ts';
import { loadRubrics, type RubricOf, readRubric, readRubrics } from '../engines/load-rubrics.ts';

/** Loaded when asked for: an engine takes a second and 100 MB. */
const coaches: Readonly<Record<string, () => Promise<Coach>>> = {
  'built-in': async () => (await import('../engines/built-in/built-in-coach.ts')).builtInCoach,
};

/** @throws naming the engines there are. */
export async function chooseCoach(engine: string): Promise<Coach> {
  const load = Object.hasOwn(coaches, engine) ? coaches[engine] : undefined;
  if (load === undefined) {
    throw new Error(`There is no engine "${engine}". Engines: ${Object.keys(coaches).join(', ')}`);
  }
  return load();
}

/** @param rubric a built-in one by name, or a file; the call's category decides when absent. */
export function chooseRubric(rubric: string | undefined): RubricOf {
  if (rubric === undefined) return loadRubrics();
  const known = readRubrics();
  const chosen = known.get(rubric);
  if (chosen !== undefined) return () => chosen;
  if (!existsSync(rubric)) {
    throw new Error(
      `There is no rubric "${rubric}", neither built in nor as a file. Built in: ${[...known.keys()].join(', ')}`,
    );
  }
  const read = readRubric(pathToFileURL(rubric), known);
  return () => read;
}
