import type { CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Coach, CoachingContext } from '../coach.ts';
import { conversationStatistics } from '../findings/statistics/conversation-statistics.ts';
import { type Rubric, rubricVersion } from '../rubric.ts';
import { assembleResult } from './assemble-result.ts';
import { actionItems } from './commitments/action-items.ts';
import { decideOutcome } from './dispositions/decide-outcome.ts';
import { labelFor } from './dispositions/labels.ts';
import { bare, type Claim } from './evidence/claim.ts';
import { possibleImprovements } from './feedback/possible-improvements.ts';
import { topMoments } from './feedback/top-moments.ts';
import type { Objection } from './objections/find-objections.ts';
import { judgeHandling } from './objections/judge-handling.ts';
import { rate } from './rating/rate.ts';
import { readConversation } from './reading.ts';
import { composeSummary } from './summary/compose-summary.ts';
import { readDocument } from './text/read-document.ts';

export const ENGINE = {
  name: 'built-in',
  version: '1',
  model: null,
  prompt_version: null,
};

/** The engine without a model: rules and lexicons, offline, the same bytes for the same recording. */
export const builtInCoach: Coach = { analyze };

function analyze(transcript: Transcript, rubric: Rubric, context: CoachingContext): CoachingResult {
  const reading = readConversation(readDocument(transcript), context);
  const { document, cues, questions } = reading;
  const outcome = decideOutcome(reading);
  const reached = outcome.code !== 'left_voicemail' && outcome.code !== 'no_conversation';
  const objections = reached ? reading.objections : [];
  const agentQuestions = questions.filter(({ unit }) => unit.role === 'agent').length;
  const conversation = conversationStatistics(transcript, agentQuestions);
  const handlings = objections.map((objection) => judgeHandling(document, cues, questions, objection));
  const rating = rate(rubric, { reading, outcome, handlings, conversation });
  const items = actionItems(reading, outcome);
  const label = labelFor(outcome.code, context.disposition_labels);
  return assembleResult(transcript, {
    ...items,
    improvements: rating === null ? [] : possibleImprovements(transcript, rating, outcome.code),
    topMoments: rating === null ? [] : topMoments(transcript, rating),
    disposition: label === null ? null : { text: label, quotes: outcome.quotes },
    dispositionReasoning: outcome.reasoning,
    objections: objections.map(objectionClaim),
    rating,
    summary: composeSummary(reading, outcome, items),
    conversation,
    engine: { ...ENGINE, rubric_version: rubricVersion(rubric) },
  });
}

function objectionClaim({ label, quotes }: Objection): Claim & { kind: string } {
  return { kind: label, text: `${label}: "${bare(quotes[0])}"`, quotes };
}
