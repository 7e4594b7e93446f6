import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '@debrief/service-kit/config';
import { Type } from '@sinclair/typebox';
import type { Coach } from '../engines/coach.ts';
import { coachConversation } from '../engines/findings/coach-conversation.ts';
import { coachSettings } from '../engines/language-model/coach-settings.ts';
import { loadRubrics, type RubricOf, readRubric, readRubrics } from '../engines/load-rubrics.ts';
import { readPastMarks } from '../engines/read-past-marks.ts';

const engines = coachSettings.COACH_ENGINE.anyOf.map(({ const: name }) => name);

/**
 * The built-in engine, or a language model as the environment's `COACH_` settings say; nothing is counted or kept.
 * @throws naming the engines there are, or what is missing.
 */
export async function chooseEngine(engine: string, env: NodeJS.ProcessEnv = process.env): Promise<Coach> {
  if (!engines.some((name) => name === engine)) {
    throw new Error(`There is no engine "${engine}". Engines: ${engines.join(', ')}`);
  }
  const { builtInCoach } = await import('../engines/built-in/built-in-coach.ts');
  if (engine === 'built-in') return readPastMarks(builtInCoach);
  const config = loadConfig(Type.Object(coachSettings), { ...env, COACH_ENGINE: engine });
  const { chooseCoach } = await import('../engines/language-model/choose-coach.ts');
  const { createLogger } = await import('@debrief/service-kit/logger');
  // Standard output is for the answers.
  const log = createLogger({ name: 'coaching', level: 'warn', destination: process.stderr });
  const coachOf = chooseCoach({ config, db: null, builtIn: builtInCoach, derive: coachConversation, log });
  return readPastMarks(coachOf({ integration_id: '', ai_models: [] }));
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
