import { type Rubric, rubricVersion } from '@debrief/contracts/resources/rubric';
import type { Transcript } from '@debrief/contracts/resources/transcript';
import type { Coach, Coached, CoachingContext } from '../coach.ts';
import { coachConversation } from '../findings/coach-conversation.ts';
import { loadModel } from './classifier/load-model.ts';
import { readConversation } from './classifier/read-conversation.ts';

export const ENGINE = {
  name: 'built-in',
  version: '2',
  model: null,
  prompt_version: null,
  fallback_reason: null,
};

/** The engine without a language model: a small trained classifier, offline, the same bytes for the same recording. */
export const builtInCoach: Coach = {
  analyze: async (transcript, rubric, context) => coachCall(transcript, rubric, context),
};

export function coachCall(transcript: Transcript, rubric: Rubric, context: CoachingContext): Coached {
  const conversation = readConversation(loadModel(), transcript, context);
  return coachConversation(conversation, rubric, { ...ENGINE, rubric_version: rubricVersion(rubric) });
}
