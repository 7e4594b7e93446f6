import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';

/** Acts by which an agent wrongs somebody; hiding a price is judged by itself. */
export const unfairActs: readonly Act[] = [
  ...(['pressure', 'false_urgency', 'disparage', 'personal_remark', 'obstruct_opt_out'] as const),
];

/** A wrongly accused agent is worse than a missed fault: nobody is accused of what is a coin toss. */
const ALONE = 0.85;
const IN_COMPANY = 0.4;
/** Who wrongs somebody seldom does it once: this much elsewhere in the call makes one more instance credible. */
const COMPANY = 1;
const TRACE = 0.2;

/** The agent's stretches that do one of these beyond doubt, by themselves or beside others like it. */
export function unfairStretches(conversation: Conversation, ...wanted: readonly Act[]): Stretch[] {
  const all = unfairness(conversation);
  return conversation.stretches.filter((one) => {
    if (one.role !== 'agent') return false;
    const likely = chance(one, ...wanted);
    return likely >= ALONE || (likely >= IN_COMPANY && all - chance(one, ...unfairActs) >= COMPANY);
  });
}

/** How many unfair things the agent is expected to have said in the whole call. */
export function unfairness({ stretches }: Conversation): number {
  let sum = 0;
  for (const one of stretches) {
    const likely = chance(one, ...unfairActs);
    if (one.role === 'agent' && likely >= TRACE) sum += likely;
  }
  return sum;
}
