import { type Conversation, chance, type Stretch, type Turn } from '../conversation/conversation.ts';

const LISTENING = 0.5;

/** What the other side says next. A bare `mm-hm` is not a reply: what follows it counts as well. */
export function replyTo(conversation: Conversation, { turn, role }: Stretch): readonly Stretch[] {
  const reply: Stretch[] = [];
  for (let at = turn + 1; at < conversation.turns.length; at += 1) {
    const next = conversation.turns[at] as Turn;
    if (next.role === role) continue;
    const said = stretchesOf(conversation, next);
    reply.push(...said);
    if (said.some((stretch) => chance(stretch, 'backchannel') < LISTENING)) break;
  }
  return reply;
}

/** What the other side said last before this. */
export function wordsBefore(conversation: Conversation, { turn, role }: Stretch): readonly Stretch[] {
  for (let at = turn - 1; at >= 0; at -= 1) {
    const before = conversation.turns[at] as Turn;
    if (before.role !== role) return stretchesOf(conversation, before);
  }
  return [];
}

export function stretchesOf({ stretches }: Conversation, { from, to }: Turn): readonly Stretch[] {
  return stretches.slice(from, to);
}
