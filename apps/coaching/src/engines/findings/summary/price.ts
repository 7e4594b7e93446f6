import { chance, type Stretch } from '../../conversation/conversation.ts';
import { isNumber, namesAmount } from '../feedback/figures.ts';
import type { Findings, OutcomeCode } from '../findings.ts';
import { speakerName } from '../speaker-name.ts';
import { breaksOff, quoted } from './quoted.ts';

/** Nearly all that are likelier say what the offer costs. */
const SAID_FROM = 0.85;
/** From here a later line may have changed it. */
const MAY_CHANGE = 0.3;
/** Of what was bought: `He said three eighty if you do it today`. */
const MAY_COST = 0.05;
const LEAST_WORDS = 4;
const MOST_WORDS = 26;
/** `It's twenty on top`, `or one-seventy-five`, `that's what, three ninety`: of which another line says the rest. */
const ADDED =
  /^(?:(?:so|well|and|but)\b,? ?)*(?:or|against|plus|then|otherwise|instead|that's|that is)\b|\bon top\b/i;
/** `four one five, five five five`: a number to call. */
const DIGITS = /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b[\s,.-]*){6,}/i;
/** What is saved, owed, given or taken off is no price. */
const NO_PRICE =
  /\b(?:save|saves|saving|saved|debt|owe|number|gifts?|give|giving|gave|donat\S*|percent|rebate|discount)\b/i;
/** `Ten was sixty-six fifty` is of what was not taken, `Without it, it's nineteen fifty` of what was said before. */
const OF_ANOTHER =
  /\b(?:was|were|used to|instead of)\b|^(?:(?:so|and|but)\b,? ?)*(?:with|without|for|on|of) (?:it|that|this|them|those)\b/i;
/** `It's a hundred and twenty-nine, no, I tell a lie`. */
const CORRECTED = /\b(?:hang on|hold on|wait|sorry|let me|lemme|no, i|i tell a lie|i mean)\b/i;
/** Who wanted no calls, or was not there, is not waiting for an offer. */
const without = new Set<OutcomeCode>(['do_not_contact', 'gatekeeper']);

/** What the offer costs, in the agent's words: as they named it last. */
export function priceNamed(
  { conversation, outcome }: Findings,
  used: ReadonlySet<number>,
): { text: string; stretch: Stretch } | null {
  if (without.has(outcome.code)) return null;
  const named = conversation.stretches.filter(
    (one) => one.role === 'agent' && chance(one, 'state_price') >= SAID_FROM && namesAmount(one),
  );
  // Of several prices in one breath no single one is the price.
  const [stretch, ...more] = named.filter((one) => one.turn === named.at(-1)?.turn && isWhole(one));
  if (stretch === undefined || more.length > 0 || used.has(stretch.index)) return null;
  // A sale may have been made at a price that was named later.
  const isSold = outcome.code === 'sale_made';
  const least = isSold ? MAY_COST : MAY_CHANGE;
  const said = new Set(stretch.words.map(({ text }) => text));
  const isChanged = conversation.stretches.some((one) => {
    if (one.turn <= stretch.turn || !namesAmount(one)) return false;
    if (one.role === 'agent') return chance(one, 'state_price') >= least;
    // `I could do eight` may have settled it; a card number, or the price said back, has not.
    return (
      isSold && !DIGITS.test(one.text) && one.words.some(({ text }) => isNumber(text) && !said.has(text))
    );
  });
  if (isChanged) return null;
  return {
    text: `${speakerName(conversation, stretch)} named a price: ${quoted(conversation, stretch)}`,
    stretch,
  };
}

function isWhole(stretch: Stretch): boolean {
  const { text, words } = stretch;
  return (
    words.length >= LEAST_WORDS &&
    words.length <= MOST_WORDS &&
    !text.trim().endsWith('?') &&
    ![ADDED, DIGITS, NO_PRICE, CORRECTED, OF_ANOTHER].some((pattern) => pattern.test(text)) &&
    !breaksOff(stretch)
  );
}
