import { type Conversation, chance, type Stretch, type Turn } from '../conversation/conversation.ts';

const LISTENING = 0.5;

/** What the other side says next. A bare `mm-hm` is not a reply: what follows it counts as well. */
export function replyTo(conversation: Conversation, { turn, role }: Stretch): readonly Stretch[] {
  const reply: Stretch[] = [];
  for (const next of conversation.turns.slice(turn + 1)) {
    if (next.role === role) continue;
    const said = stretchesOf(conversation, next);
    reply.push(...said);
    if (said.some((stretch) => chance(stretch, 'backchannel') < LISTENING)) break;
  }
  return reply;
}

/** What the other side said last before this. */
export function wordsBefore(conversation: Conversation, { turn, role }: Stretch): readonly Stretch[] {
  const before = conversation.turns.slice(0, turn).findLast((one) => one.role !== role);
  return before === undefined ? [] : stretchesOf(conversation, before);
}

export function stretchesOf({ stretches }: Conversation, { from, to }: Turn): readonly Stretch[] {
  return stretches.slice(from, to);
}
