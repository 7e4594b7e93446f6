import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Objection } from '../findings.ts';
import { replyTo } from '../reply-to.ts';

const PLAIN =
  /\b(?:i (?:can |do |totally |completely )*(?:understand|see|get (?:it|that)|hear (?:you|that))\b|understood|that['’]s awful|totally|fair enough|makes sense|i don['’]t blame you|i['’]m sorry)/i;
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
