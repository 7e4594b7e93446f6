import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { tryOwnRubric } from '@debrief/contracts/operations/rubrics';
import type { AnalysisThreads } from '../analyses/analysis-threads.ts';
import { readPastMarks } from '../engines/read-past-marks.ts';
import { resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Db } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { builtIn, getTeam } from './team.ts';

type Tried = InputOf<typeof tryOwnRubric> & { integrationId: string };

/** Every fault that the team would have with the rubric, or how a call would be judged by it. */
export async function tryRubric(
  db: Db,
  threads: Pick<AnalysisThreads, 'analyze'>,
  { integrationId, rubric: content, judged_by, call }: Tried,
): Promise<OutputOf<typeof tryOwnRubric>> {
  const { own } = await getTeam(db, integrationId);
  const isUnchanged = content === null && judged_by !== undefined;
  const { faults, changed, names } = proposeRubrics(own, isUnchanged ? [] : [content]);
  if (faults.length > 0 || call === null) return { faults, judged: null };
  const next = [...own.filter(({ name }) => !changed.some((one) => one.name === name)), ...changed];
  const rubric = resolveRubrics(builtIn, next).rubrics.get(judged_by ?? names[0] ?? '');
  if (rubric === undefined) return { faults, judged: null };
  const { transcript, ...context } = call;
  const coach = readPastMarks({
    analyze: (said, by, about) => threads.analyze({ transcript: said, rubric: by, context: about }),
  });
  const { rating, disposition, engine } = await coach.analyze(transcript, rubric, context);
  return {
    faults,
    judged: {
      ...{ rubric_version: engine.rubric_version, outcomes: disposition.outcomes },
      rating: rating?.outcome ?? null,
      criteria: (rating?.criteria ?? []).map(
        ({ id, title, applicable, score, potential_score, reasoning }) => ({
          ...{ id, title, applicable, score, potential_score, reasoning },
        }),
      ),
    },
  };
}
