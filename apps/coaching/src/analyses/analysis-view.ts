import type { AnalysisBody, CoachingResult } from '@debrief/contracts/resources/analysis';
import { uuidv7 } from 'uuidv7';

/** The coaching as clients read it: each sub-object under an id of its own, and no rating where there is none. */
export function analysisBody(result: CoachingResult): AnalysisBody {
  const { action_items, coaching, disposition, objections, rating, speakers, summary } = result;
  return {
    action_items: { id: uuidv7(), ...action_items },
    coaching: { id: uuidv7(), ...coaching },
    disposition: { id: uuidv7(), ...disposition },
    objections: { id: uuidv7(), ...objections },
    ...(rating === null ? {} : { rating: { id: uuidv7(), ...rating } }),
    speakers: { id: uuidv7(), ...speakers },
    summary: { id: uuidv7(), ...summary },
    conversation: result.conversation,
    evidence: result.evidence,
    engine: result.engine,
  };
}
