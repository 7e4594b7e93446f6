import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';

/** Acts by which an agent wrongs somebody; hiding a price is judged by itself. */
export const unfairActs: readonly Act[] = [
  ...(['pressure', 'false_urgency', 'disparage', 'personal_remark', 'obstruct_opt_out'] as const),
];

/** Those that a line does by itself; what stands in the way of an opt-out, only the opt-out can show. */
export const unkindActs: readonly Act[] = ['pressure', 'false_urgency', 'disparage', 'personal_remark'];
/** A plain question or a plain reason for the call is what it is, whatever the rest of the call is like. */
const harmless: readonly Act[] = ['ask_closed', 'ask_open', 'ask_for_person', 'state_purpose'];
const HARMLESS = 0.6;
/** What opens a call or presents an offer is seldom the line that wrongs somebody. */
const opening: readonly Act[] = ['state_purpose', 'pitch'];
const OPENING = 0.4;

/** Who wrongs somebody seldom does it once: with this much elsewhere in the call, 0.7 is right in 19 of 20 lines. */
const COMPANY = 1;
const IN_COMPANY = 0.7;
/** The second clearest line of a call is less clear than it looks. */
const FURTHER = 0.9;
const ALONE = 0.9;
/** One push may be a manner of speaking. */
const evenOnce = unkindActs.filter((act) => act !== 'pressure');
const MOST = 2;
/** `Aw.` pushes nobody. */
export const TELLING_WORDS = 5;
const TRACE = 0.2;

/** The one or two lines of the agent that are unfair most clearly, and that a manager would take up first. */
export function unfairLines(conversation: Conversation, taken: ReadonlySet<number>): Stretch[] {
  const all = unfairness(conversation);
  const clear = conversation.stretches.filter((one) => {
    if (one.role !== 'agent' || one.words.length < TELLING_WORDS || taken.has(one.turn)) return false;
    if (isPlainlyHarmless(one)) return false;
    const isInCompany = all - chance(one, ...unfairActs) >= COMPANY;
    return isInCompany ? anyOf(one, unkindActs) >= IN_COMPANY : anyOf(one, evenOnce) >= ALONE;
  });
  const ranked = clear.sort((a, b) => weight(b) - weight(a) || a.index - b.index);
  const first = ranked[0];
  const others = ranked.filter(
    (one) => one.turn !== first?.turn && anyOf(one, unkindActs) >= FURTHER && one !== first,
  );
  return first === undefined ? [] : [first, ...others].slice(0, MOST);
}

export function isPlainlyHarmless(one: Stretch): boolean {
  if (chance(one, 'honor_opt_out') >= TRACE || chance(one, ...harmless) >= HARMLESS) return true;
  return chance(one, ...opening) >= OPENING;
}

/** What is unfair, and what a manager would take up besides. */
export function weight(one: Stretch): number {
  return anyOf(one, unkindActs) * (1 + (one.remark?.blame ?? 0));
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
