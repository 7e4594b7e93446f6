import type { Conversation } from '../../conversation/conversation.ts';
import type { Mention } from './mentions.ts';
import type { Standing } from './talk.ts';

/** Everything about a call that its candidates are judged by. */
export interface Heard {
  conversation: Conversation;
  mentions: readonly Mention[];
  /** What stands if each act is taken at its word. */
  standing: readonly Standing[];
}
