import type { Conversation } from '../../conversation/conversation.ts';
import type { ActHistory } from './act-history.ts';
import type { Features } from './features.ts';
import type { KindSigns } from './kind-signs.ts';
import type { Mention } from './mentions.ts';
import type { Standing } from './talk.ts';

/** Everything about a call that its candidates are judged by. */
export interface Heard {
  conversation: Conversation;
  history: ActHistory;
  /** What does not depend on the candidate. */
  ever: Features;
  /** By index of the stretch. */
  signs: readonly KindSigns[];
  mentions: readonly Mention[];
  /** What stands if each act is taken at its word. */
  standing: readonly Standing[];
}
