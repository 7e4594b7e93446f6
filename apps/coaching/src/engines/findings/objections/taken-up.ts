import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Objection } from '../findings.ts';
import { replyTo } from '../reply-to.ts';

/** `I see you filled in a card`, `it makes sense to sign today` and `it's totally free` take nothing up. */
const PLAIN = new RegExp(
  [
    String.raw`\bi (?:can |do |totally |completely )*understand\b(?! you (?:have|are|were)\b)`,
    String.raw`\bi (?:can |do |totally |completely )*(?:see|get (?:it|that))(?=[,.;!]|$| (?:that|why|how)\b)`,
    String.raw`\bi (?:can |do |totally |completely )*hear (?:you|that)\b`,
    String.raw`\bunderstood\b|\bthat['’]s awful|\bfair enough|\bi don['’]t blame you|\bi['’]m sorry`,
    String.raw`(?:^|[.!?,]\s+)totally(?=[,.!]|$)`,
    String.raw`\b(?:that|it) (?:totally |completely )?makes sense(?=[,.;!]|$)|^makes sense`,
  ].join('|'),
  'i',
);
const AGREES =
  /^(?:(?:oh|well|ha|no|mm|hm),? )?(?:yes|yeah|yep|sure|right|okay|ok|true|of course|exactly|all right|smart|good (?:point|question|idea)|that['’]s (?:true|fair|right|a lot|hard|high|a good)|i know|you['’]re right)\b/i;
const ASKS = /\b(?:what|why|how|which)\b[^.?!]*\?/i;
/** Below this in every sentence there is no trace of it. */
const TRACE = 0.2;

/** `I understand that it's long. But …` shows that it was heard, whatever follows. */
export function takesUpPlainly(text: string): boolean {
  return PLAIN.test(text);
}

/** `Smart daughter.`, `Yes, it is.` may show that it was heard, and `What's he worried about?` asks. */
export function mayTakeUp(text: string): boolean {
  return takesUpPlainly(text) || AGREES.test(text.trim()) || ASKS.test(text);
}

/** How the agent's next turn, looked at whole, met an objection; null where it is not clear, or nothing was said. */
export function howMet(
  conversation: Conversation,
  { stretch, acknowledged, explored }: Objection,
): 'taken up' | 'passed over' | null {
  const objection = conversation.stretches[stretch];
  if (objection === undefined) return null;
  if (acknowledged !== null || explored !== null) return 'taken up';
  const reply: readonly Stretch[] = replyTo(conversation, objection);
  const said = reply.map(({ text }) => text.trim()).join(' ');
  if (takesUpPlainly(said)) return 'taken up';
  if (reply.length === 0 || mayTakeUp(said)) return null;
  const isTraced = (one: Stretch) =>
    chance(one, 'acknowledge', 'recap', 'accept', 'honor_opt_out', 'ask_open') >= TRACE;
  return reply.some(isTraced) ? null : 'passed over';
}
