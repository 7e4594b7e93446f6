import type { Act } from '../../conversation/acts.ts';
import type { Conversation, Stretch } from '../../conversation/conversation.ts';

/** What is asked in a sentence that would end in a question mark; a time is proposed by asking. */
const asking: readonly Act[] = [
  ...(['ask_open', 'ask_closed', 'ask_permission', 'ask_for_person', 'propose_time', 'ask_sale'] as const),
];

/**
 * Questions of the agent. Where the transcript has question marks, they are counted; where it has none, the number to
 * be expected from what each stretch is likely to do: a threshold would lose the half that are only likely. As in all
 * statistics, a segment without length does not count.
 */
export function countQuestions({ stretches, transcript }: Conversation): number {
  const { segments } = transcript;
  const lasts = (segment: number) =>
    (segments[segment]?.end_time ?? 0) > (segments[segment]?.start_time ?? 0);
  const own = stretches.filter(({ role, segment }) => role === 'agent' && lasts(segment));
  const isPunctuated = segments.some(({ text }) => text.includes('?'));
  if (!isPunctuated) return Math.round(own.reduce((sum, stretch) => sum + chanceOfAsking(stretch), 0));
  return own.reduce((count, { text }) => count + (text.match(/\?+/g)?.length ?? 0), 0);
}

function chanceOfAsking({ acts }: Stretch): number {
  return Math.min(
    1,
    asking.reduce((sum, act) => sum + (acts[act] ?? 0), 0),
  );
}
