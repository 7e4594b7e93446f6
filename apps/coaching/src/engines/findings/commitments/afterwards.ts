import type { Act } from '../../conversation/acts.ts';
import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';

/** What either side does later may take a promise back, or keep it. */
const deciding = [
  ...(['retract', 'decline', 'correct', 'accept', 'promise', 'request', 'opt_out', 'buy', 'defer'] as const),
] satisfies Act[];
const STEPS = 4;
/** Turns in which something is done while they talk. */
const NEAR_TURNS = 5;

/** `Got it, it's here`: it was done within the call. */
const DONE =
  /\b(?:got (?:it|that)|it(?:'s| is| has) (?:here|there|come|in|gone)|c[ao]me through|(?:gone|went) through|sent|i see it|there it is|done|all set|there we go|you should (?:see|have) it)\b/i;
/** `No need, I'll do it myself`. */
const UNDONE =
  /\b(?:never ?mind|forget (?:it|that|about)|scratch that|(?:don't|do not) bother|no need|leave it|skip (?:it|that)|instead|cancel|on second thought|actually|not necessary|hold off|rather not|changed my mind)\b/i;

/** What is done and said after a promise or a request that tells whether it is still to be done when the call is over. */
export function afterwardsFeatures({ stretches }: Conversation, { index, turn, role }: Stretch): string[] {
  const most = new Map<string, number>();
  const said = new Set<string>();
  for (const one of stretches.slice(index + 1)) {
    const side = one.role === role ? 'same' : 'other';
    if (one.turn > turn)
      for (const act of deciding) {
        const name = `${side} later ${act}`;
        most.set(name, Math.max(most.get(name) ?? 0, chance(one, act)));
      }
    if (one.turn > turn + NEAR_TURNS) continue;
    const text = one.text.replaceAll('’', "'");
    if (DONE.test(text)) said.add('done soon').add(`done soon ${side}`);
    if (UNDONE.test(text)) said.add('undone soon').add(`undone soon ${side}`);
  }
  const steps = [...most].flatMap(([name, share]) =>
    Array.from({ length: Math.floor(share * STEPS) }, (_, i) => `${name} ${i + 1}`),
  );
  return [...steps, ...said];
}
