import { createHash } from 'node:crypto';
import type { RecordingAnalysis } from '@debrief/contracts/resources/analysis';
import type { CoachingRequest } from '@debrief/contracts/scripted-call';
import { analysisBody } from '../analyses/analysis-view.ts';
import type { Coach } from '../engines/coach.ts';
import type { RubricOf } from '../engines/load-rubrics.ts';

const ROLEPLAY = 'roleplay';

/**
 * The analysis of a transcript that no database knows, as the API gives it. Its ids are made from what was coached
 * and its creation date is the call's, so that the same request gives the same bytes.
 */
export async function coachTranscript(
  coach: Coach,
  rubricOf: RubricOf,
  request: CoachingRequest,
): Promise<RecordingAnalysis> {
  const { transcript, category, incoming, occurred_at, time_zone } = request;
  const kind = category === ROLEPLAY ? 'roleplay' : 'call';
  const rubric = rubricOf({ kind, rubric: category });
  const context = {
    kind,
    incoming,
    occurred_at,
    ...(time_zone === undefined ? {} : { time_zone }),
    ...(category === null ? {} : { category }),
  } as const;
  const result = await coach.analyze(transcript, rubric, context);
  const recording = JSON.stringify(request);
  const analysis = `${recording}\n${result.engine.name}\n${result.engine.rubric_version}`;
  return {
    id: idFrom(analysis),
    recording_id: idFrom(recording),
    created_at: new Date(occurred_at).toISOString(),
    progress: 100,
    status: 'COMPLETED',
    error: null,
    ...analysisBody(result, (section) => idFrom(`${analysis}\n${section}`)),
  };
}

/** A UUID of version 8, which is the one for ids made in a way of one's own. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
