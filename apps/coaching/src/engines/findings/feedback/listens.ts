import { type Conversation, chance } from '../../conversation/conversation.ts';

const WORTH_COUNTING = 0.3;
const ENOUGH = 1.5;

/** Whether the agent asks and hears at all: what is a matter of course is no praise for one who recites. */
export function listens({ stretches }: Conversation): boolean {
  let sum = 0;
  for (const one of stretches) {
    const likely = chance(one, 'acknowledge', 'ask_open', 'ask_permission');
    if (one.role === 'agent' && likely >= WORTH_COUNTING) sum += likely;
  }
  return sum >= ENOUGH;
}
