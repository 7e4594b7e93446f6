import type { AnalysisBody, CoachingResult } from '@debrief/contracts/resources/analysis';
import { uuidv7 } from 'uuidv7';

/** The coaching as clients read it: each sub-object under an id of its own, and no rating where there is none. */
export function analysisBody(
  result: CoachingResult,
  idOf: (section: keyof CoachingResult) => string = () => uuidv7(),
): AnalysisBody {
  const { action_items, coaching, disposition, objections, rating, speakers, summary } = result;
  return {
    action_items: { id: idOf('action_items'), ...action_items },
    coaching: { id: idOf('coaching'), ...coaching },
    disposition: { id: idOf('disposition'), ...disposition },
    appointment: result.appointment,
    objections: { id: idOf('objections'), ...objections },
    ...(rating === null ? {} : { rating: { id: idOf('rating'), ...rating } }),
    speakers: { id: idOf('speakers'), ...speakers },
    summary: { id: idOf('summary'), ...summary },
    conversation: result.conversation,
    evidence: result.evidence,
    engine: result.engine,
  };
}
