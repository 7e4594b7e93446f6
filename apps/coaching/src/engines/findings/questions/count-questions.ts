import { type Conversation, chance } from '../../conversation/conversation.ts';

const LIKELY = 0.5;

/**
 * Questions of the agent. Where the transcript has question marks, they are counted; where it has none, the stretches
 * that ask.
 */
export function countQuestions({ stretches, transcript }: Conversation): number {
  const own = stretches.filter(({ role }) => role === 'agent');
  const isPunctuated = transcript.segments.some(({ text }) => text.includes('?'));
  if (!isPunctuated) {
    return own.filter((stretch) => chance(stretch, 'ask_open', 'ask_closed', 'ask_permission') >= LIKELY)
      .length;
  }
  return own.reduce((count, { text }) => count + (text.match(/\?+/g)?.length ?? 0), 0);
}
