import type { InputOf, OutputOf } from '@debrief/contracts/define';
import type { tryOwnRubric } from '@debrief/contracts/operations/rubrics';
import type { AnalysisThreads } from '../analyses/analysis-threads.ts';
import { readPastMarks } from '../engines/read-past-marks.ts';
import { chooseName, resolveRubrics } from '../engines/resolve-rubrics.ts';
import type { Db } from '../tables.ts';
import { proposeRubrics } from './propose-rubrics.ts';
import { builtIn, getTeam } from './team.ts';

type Tried = InputOf<typeof tryOwnRubric> & { integrationId: string };

/** Every fault that the team would have with the rubric, or how a call would be judged by it. */
export async function tryRubric(
  db: Db,
  threads: Pick<AnalysisThreads, 'analyze'>,
  { integrationId, rubric: content, category, call }: Tried,
): Promise<OutputOf<typeof tryOwnRubric>> {
  const { own } = await getTeam(db, integrationId);
  const isUnchanged = content === null && category !== undefined;
  const { faults, changed, names } = proposeRubrics(own, isUnchanged ? [] : [content]);
  const none = { faults, judged_by: null, judged: null };
  if (faults.length > 0 || call === null) return none;
  const next = [...own.filter(({ name }) => !changed.some((one) => one.name === name)), ...changed];
  const { rubrics } = resolveRubrics(builtIn, next);
  const kind = category?.kind ?? call.kind;
  const chosen =
    category === undefined ? names[0] : chooseName({ kind, rubric: category?.rubric ?? null }, rubrics);
  const rubric = rubrics.get(chosen ?? '');
  if (rubric === undefined) return none;
  const { transcript, ...said } = call;
  const context = { ...said, kind };
  const coach = readPastMarks({
    analyze: (heard, by, about) => threads.analyze({ transcript: heard, rubric: by, context: about }),
  });
  const { rating, disposition, engine } = await coach.analyze(transcript, rubric, context);
  return {
    faults,
    judged_by: { name: rubric.name, title: rubric.title },
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
