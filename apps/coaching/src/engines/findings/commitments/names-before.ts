import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { isPrincipal, speakerName } from '../speaker-name.ts';
import { namesOf, type Side } from './names.ts';

/** Both sides as they are called at this point: where several speak on the other side, who spoke last. */
export function namesBefore(conversation: Conversation, stretch: Stretch): Record<Side, string> {
  const names = namesOf(conversation);
  const { stretches } = conversation;
  const before = stretches.slice(0, stretch.index).findLast(({ role }) => role !== stretch.role);
  for (const one of [before, stretch]) {
    if (one !== undefined && !isPrincipal(conversation, one))
      names[one.role] = speakerName(conversation, one);
  }
  return names;
}
