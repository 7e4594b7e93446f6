import type { Claim } from '../../conversation/claim.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { isGrave } from '../conduct/fault.ts';
import { wordsOf } from '../conduct/fault-words.ts';
import type { OutcomeCode } from '../findings.ts';
import { quotesTogether } from '../passage.ts';
import { punctuated } from '../said.ts';
import type { AdviceKind } from './advice-kinds.ts';
import { dodgedPrice, leftOpen } from './advice-on-answers.ts';
import { passedOver, presentedFirst, presentedOver } from './advice-on-listening.ts';
import { faultAdvice } from './fault-advice.ts';
import { lastWish } from './last-wish.ts';
import type { Advice, FindAdvice, Judged, Moment } from './moment.ts';

const MOST = 4;
const CERTAIN = 0.45;

const kinds: readonly FindAdvice[] = [passedOver, presentedOver, presentedFirst, dodgedPrice, leftOpen];

export interface Improvement extends Claim {
  kind: AdviceKind;
}

/** There was nobody to lead a conversation with. */
const noTechnique = new Set<OutcomeCode>(['left_voicemail', 'no_conversation', 'wrong_number', 'gatekeeper']);

/**
 * What to do differently: the first is the priority, at most three more. The worst fault comes first, and its advice
 * alone: the others stand under conduct.
 */
export function improvements(judged: Judged): Improvement[] {
  const { conversation, faults, outcome } = judged;
  const [worst] = faults;
  const conduct =
    worst === undefined
      ? []
      : [adviceOf(conversation, worst.kind, faultAdvice(judged, worst), wordsOf(conversation, worst))];
  // Somebody who wants no calls wants no better ones; beside a grave fault, technique is not what was wrong.
  const isWronged = faults.some((one) => one.kind !== 'hidden_price' && isGrave(one));
  const isOver = noTechnique.has(outcome.code) || lastWish(judged) === 'no calls' || isWronged;
  // A price that was hidden is spoken of once.
  const isSaid = ({ advice }: Advice) =>
    advice === 'price' && faults.some(({ kind }) => kind === 'hidden_price');
  const technique = (isOver ? [] : kinds.flatMap((find) => find(judged)))
    .filter((one) => one.probability >= CERTAIN && !isSaid(one))
    .sort((a, b) => b.worth * b.probability - a.worth * a.probability || placeOf(a) - placeOf(b));
  const covered = new Set(faults.flatMap(({ stretches }) => turnsOf(conversation, stretches)));
  return [...conduct, ...distinct(conversation, technique, covered)].slice(0, MOST);
}

/** One of each kind, and nothing about a turn that was spoken of already. */
function distinct(
  conversation: Conversation,
  moments: readonly Advice[],
  covered: Set<number>,
): Improvement[] {
  const taken = new Set<string>();
  return moments
    .filter(({ kind, stretches }) => {
      const turns = turnsOf(conversation, stretches);
      if (taken.has(kind) || turns.some((turn) => covered.has(turn))) return false;
      taken.add(kind);
      for (const turn of turns) covered.add(turn);
      return true;
    })
    .map(({ advice, text, stretches }) => adviceOf(conversation, advice, text, stretches));
}

function turnsOf({ stretches }: Conversation, indexes: readonly number[]): number[] {
  return indexes.flatMap((index) => stretches[index]?.turn ?? []);
}

function placeOf({ stretches }: Moment): number {
  return Math.min(...stretches);
}

function adviceOf(
  conversation: Conversation,
  kind: AdviceKind,
  text: string,
  indexes: readonly number[],
): Improvement {
  return { kind, text: punctuated(text), quotes: quotesTogether(conversation, indexes) };
}
