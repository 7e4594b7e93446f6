import type { CoachEngine, CoachingResult } from '@debrief/contracts/resources/analysis';
import type { Conversation } from '../conversation/conversation.ts';
import type { Rubric } from '../rubric.ts';

/** Everything that is reported of a conversation, whichever engine labelled it. */
export function coachConversation(
  _conversation: Conversation,
  _rubric: Rubric,
  _engine: CoachEngine,
): CoachingResult {
  throw new Error('Findings are not derived from conversations yet');
}
