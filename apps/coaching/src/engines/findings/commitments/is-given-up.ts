import { type Conversation, chance, type Stretch } from '../../conversation/conversation.ts';
import type { Commitment } from '../findings.ts';
import { things } from './word-classes.ts';

/** After these words nothing is to be done: `don't bother`, `no need`, `leave that`, `forget it`. */
const DECLINED =
  /\b(?:(?:do not|don['’]t) (?:bother|worry about (?:it|that))|(?:there['’]s )?no need|(?:just |I['’]ll )?(?:leave|keep|forget|skip|scratch|drop) (?:it|that|them|those)(?=[.,;]|$| then\b| for now\b)|never ?mind|not necessary)\b/i;
/** `Forget the form`: with the name of what was to be done after it. */
const ABOUT =
  /\b(?:forget|skip|scratch|never mind|no need for|(?:do not|don['’]t) (?:need|bother with)) (?:about )?(?:the|that|your|any|a|another) (.{0,30})/gi;
/** `Actually no`, of whoever has just promised; `he will not`, in answer. */
const TAKEN_BACK =
  /^(?:(?:but|oh|no|well|and)[, ]+)*(?:actually,? (?:no|don['’]t)|scratch that|on second thoughts?)\b/i;
const REFUSED = /^(?:no[, ]+)?(?:he|she|they) (?:will not|won['’]t)\b/i;
/** `I was going to send it`, `I'd send it only you know it`: not what is done. */
const UNDONE = /\b(?:was|were) (?:going to|gonna|about to)\b|\bI['’]d \p{L}+ (?:.* )?(?:only|but|except)\b/iu;
const OFFERED = 0.3;

/** Whether somebody said later that it need not be done, of this or right after it. */
export function isGivenUp(conversation: Conversation, { text, stretches: own }: Commitment): boolean {
  const { stretches } = conversation;
  const last = Math.max(...own);
  const said = own.flatMap((index) => stretches[index] ?? []);
  if (said.length > 0 && said.every((one) => UNDONE.test(one.text))) return true;
  const verb = text.split(' ')[0]?.toLowerCase() ?? '';
  const dropped = new RegExp(
    `\\b(?:won['’]t|will not|needn['’]t) ${verb} (?:it|that|them|those|one|the)\\b`,
    'i',
  );
  const { turn = 0, role } = stretches[last] ?? {};
  const after = stretches.slice(last + 1);
  const heads = (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => things.has(word));
  return after.some((one) => {
    const named = [...one.text.matchAll(ABOUT)].map(([, rest = '']) =>
      rest
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .slice(0, 2),
    );
    if (named.some((words) => words.some((word) => heads.includes(word)))) return true;
    const isNext = one.turn === turn + 1 && one.role !== role;
    if (one.turn === turn && TAKEN_BACK.test(one.text)) return true;
    if (
      isNext &&
      one.index === stretches.findIndex((line) => line.turn === turn + 1) &&
      REFUSED.test(one.text)
    )
      return true;
    if (one.turn <= turn + 2 && one.role === role && dropped.test(one.text)) return true;
    return DECLINED.test(one.text) && !UNDONE.test(one.text) && own.includes(offeredBefore(stretches, one));
  });
}

/** What a refusal is of: the last thing that was promised or asked. */
function offeredBefore(stretches: readonly Stretch[], { index, turn }: Stretch): number {
  return stretches.findLastIndex(
    (one) =>
      one.index < index &&
      one.turn >= turn - 2 &&
      (UNDONE.test(one.text) || chance(one, 'promise', 'request', 'propose_step', 'ask_closed') >= OFFERED),
  );
}
