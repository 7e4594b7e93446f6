import type { Logger } from '@debrief/service-kit/run';
import type { AnalysisThreads } from './analyses/analysis-threads.ts';
import type { Config } from './config.ts';
import type { Coach } from './engines/coach.ts';
import type { CoachOf } from './engines/language-model/choose-coach.ts';
import type { Derive } from './engines/language-model/language-model-coach.ts';
import { readPastMarks } from './engines/read-past-marks.ts';
import type { Db } from './tables.ts';

/** The libraries for language models take 40 MB and up to a second, and are loaded where one is set. */
export async function coachOfRecordings(
  config: Config,
  db: Db,
  threads: AnalysisThreads,
  log: Logger,
): Promise<CoachOf> {
  const builtIn: Coach = {
    analyze: (transcript, rubric, context, run) => threads.analyze({ transcript, rubric, context }, run),
  };
  if (config.COACH_ENGINE === 'built-in') {
    const coach = readPastMarks(builtIn);
    return () => coach;
  }
  const { chooseCoach } = await import('./engines/language-model/choose-coach.ts');
  const derive = (...[conversation, rubric, engine, signal]: Parameters<Derive>) =>
    threads.derive({ conversation, rubric, engine }, signal);
  const coachOf = chooseCoach({ config, db, builtIn, derive, log });
  return (recording) => readPastMarks(coachOf(recording));
}
