import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { wordsIn } from '../passage.ts';
import { replyTo } from '../reply-to.ts';

const MOST_WORDS = 30;
const LISTENING = 0.5;

/** What the agent said next in one breath, as far as that is short; a bare `mm-hm` is no reply. */
export function shownReply(conversation: Conversation, objection: Stretch): Stretch[] {
  const reply = replyTo(conversation, objection);
  const first = reply.find((one) => chance(one, 'backchannel') < LISTENING);
  if (first === undefined) return [];
  const shown: Stretch[] = [];
  for (const next of reply.filter(({ segment }) => segment === first.segment)) {
    if (shown.length > 0 && wordsIn([...shown, next]) > MOST_WORDS) break;
    shown.push(next);
  }
  return shown;
}
