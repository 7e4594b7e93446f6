import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { CoachingContext } from '../engines/coach.ts';
import type { Rubric } from '../engines/rubric.ts';

export interface AnalysisRequest {
  transcript: Transcript;
  rubric: Rubric;
  context: CoachingContext;
}

/** Runs on a thread of `analysis-threads.ts`. An engine that cannot be loaded fails the analysis, not the thread. */
export async function analyze({ transcript, rubric, context }: AnalysisRequest): Promise<CoachingResult> {
  const { builtInCoach } = await import('../engines/built-in/built-in-coach.ts');
  return builtInCoach.analyze(transcript, rubric, context);
}
