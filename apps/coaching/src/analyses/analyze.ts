import type { CoachEngine } from '@debrief/contracts/resources/analysis';
import type { Rubric } from '@debrief/contracts/resources/rubric';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Coached, CoachingContext } from '../engines/coach.ts';
import type { Conversation } from '../engines/conversation/conversation.ts';

export interface AnalysisRequest {
  transcript: Transcript;
  rubric: Rubric;
  context: CoachingContext;
  /** Its number is not 0 any more once the engine is loaded. */
  begun?: Int32Array;
}

/** Runs on a thread of `analysis-threads.ts`. An engine that cannot be loaded fails the analysis, not the thread. */
export async function analyze({ transcript, rubric, context, begun }: AnalysisRequest): Promise<Coached> {
  const { builtInCoach } = await import('../engines/built-in/built-in-coach.ts');
  if (begun !== undefined) Atomics.store(begun, 0, 1);
  return builtInCoach.analyze(transcript, rubric, context);
}

export interface DerivationRequest {
  conversation: Conversation;
  rubric: Rubric;
  engine: CoachEngine;
}

/** Runs there as well: an hour of talk keeps the event loop for too long, whoever has labelled it. */
export async function derive({ conversation, rubric, engine }: DerivationRequest): Promise<Coached> {
  const { coachConversation } = await import('../engines/findings/coach-conversation.ts');
  return coachConversation(conversation, rubric, engine);
}
