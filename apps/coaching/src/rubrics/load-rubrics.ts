import { readdirSync, readFileSync } from 'node:fs';
import { Value } from '@sinclair/typebox/value';
import { Rubric } from '../engines/rubric.ts';

const folder = new URL('../../rubrics/', import.meta.url);
const GENERAL = 'general-sales';

export type RubricOf = (recording: { kind: 'call' | 'roleplay'; rubric: string | null }) => Rubric;

/**
 * Reads every rubric; a broken one is told at start and not in the middle of a call.
 * @returns which rubric a recording is measured by: its category's, else its kind's, else the general one.
 */
export function loadRubrics(): RubricOf {
  const rubrics = new Map<string, Rubric>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const content: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const fault = Value.Errors(Rubric, content).First();
    if (fault !== undefined) throw new Error(`${file} is no rubric: ${fault.path} ${fault.message}`);
    const rubric = content as Rubric;
    rubrics.set(rubric.name, rubric);
  }
  const general = rubrics.get(GENERAL);
  if (general === undefined) throw new Error(`there is no rubric ${GENERAL}`);
  return ({ kind, rubric }) => rubrics.get(rubric ?? '') ?? rubrics.get(kind) ?? general;
}
