import type { Conversation, Stretch } from '../../conversation/conversation.ts';
import { anyOf } from '../any-of.ts';
import { unfairBreath } from './fault-words.ts';
import { protests } from './protest.ts';
import { isPlainlyHarmless, TELLING_WORDS, unfairness, unkindActs, weight } from './unfair-stretches.ts';

/** Of calls in which so much is expected, all but one in thirty were awful. */
const CALL = 1.75;
/** Where the contact protests at these very words. */
const PROTESTED_CALL = 1;
const LIKELY = 0.35;
const PASSAGE = 0.55;
const PROTESTED = 0.6;

/**
 * Where no line is clear by itself and yet the call is: the line that is unfair most likely, with its neighbours in the
 * same breath, first of all in a turn that the contact protested at. Null where they are not likely enough either.
 */
export function unfairPassage(conversation: Conversation, taken: ReadonlySet<number>): Stretch | null {
  const all = unfairness(conversation);
  const { stretches } = conversation;
  const protested = new Set(stretches.filter(protests).map(({ turn }) => turn - 1));
  const isShown = (one: Stretch): boolean => {
    if (one.role !== 'agent' || taken.has(one.turn) || !isCore(one)) return false;
    return protested.has(one.turn)
      ? all >= PROTESTED_CALL && together(conversation, one) >= PROTESTED
      : all >= CALL && together(conversation, one) >= PASSAGE;
  };
  const rank = (one: Stretch): number => weight(one) + (protested.has(one.turn) ? 2 : 0);
  const [first] = stretches.filter(isShown).sort((a, b) => rank(b) - rank(a) || a.index - b.index);
  return first ?? null;
}

function isCore(one: Stretch): boolean {
  return one.words.length >= TELLING_WORDS && anyOf(one, unkindActs) >= LIKELY && !isPlainlyHarmless(one);
}

/** That any of what was said in this breath is unfair. */
function together(conversation: Conversation, line: Stretch): number {
  return 1 - unfairBreath(conversation, line).reduce((none, one) => none * (1 - anyOf(one, unkindActs)), 1);
}
