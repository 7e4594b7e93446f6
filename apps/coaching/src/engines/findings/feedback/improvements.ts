import type { Claim } from '../../conversation/claim.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import type { OutcomeCode } from '../findings.ts';
import { punctuated, quotesOf } from '../said.ts';
import { dodgedPrice, leftOpen, unansweredQuestions } from './advice-on-answers.ts';
import { neverHeard, passedOverNeeds, passedOverObjections, presentedFirst } from './advice-on-listening.ts';
import { noOpenQuestions } from './advice-on-questions.ts';
import { faultAdvice } from './fault-advice.ts';
import type { FindMoments, Judged, Moment } from './moment.ts';

const MOST = 4;
/** The others stand under conduct; more than this about it, and nothing else is heard. */
const MOST_FAULTS = 2;
const CERTAIN = 0.45;

const kinds: readonly FindMoments[] = [
  ...[passedOverNeeds, passedOverObjections, presentedFirst, dodgedPrice, leftOpen, noOpenQuestions],
  ...[unansweredQuestions, neverHeard],
];

/** There was nobody to lead a conversation with, or nobody who wanted one. */
const noTechnique = new Set<OutcomeCode>([
  ...(['left_voicemail', 'no_conversation', 'wrong_number', 'gatekeeper', 'do_not_contact'] as const),
]);

/** What to do differently: the first is the priority, at most three more; conduct before technique. */
export function improvements(judged: Judged): Claim[] {
  const { conversation, faults, outcome } = judged;
  const isNameless = faults.some(({ kind }) => kind === 'no_company');
  const conduct = faults
    .filter(({ kind }) => !(kind === 'no_name' && isNameless))
    .slice(0, MOST_FAULTS)
    .map((fault) => claimOf(conversation, faultAdvice(conversation, fault), fault.stretches));
  const found = noTechnique.has(outcome.code) ? [] : kinds.flatMap((find) => find(judged));
  const technique = found
    .filter(({ probability }) => probability >= CERTAIN)
    .sort((a, b) => b.worth * b.probability - a.worth * a.probability || placeOf(a) - placeOf(b));
  const covered = new Set(faults.flatMap(({ stretches }) => turnsOf(conversation, stretches)));
  return [...conduct, ...distinct(conversation, technique, covered)].slice(0, MOST);
}

/** One of each kind, and nothing about a turn that was spoken of already. */
function distinct(conversation: Conversation, moments: readonly Moment[], covered: Set<number>): Claim[] {
  const taken = new Set<string>();
  return moments
    .filter(({ kind, stretches }) => {
      const turns = turnsOf(conversation, stretches);
      if (taken.has(kind) || turns.some((turn) => covered.has(turn))) return false;
      taken.add(kind);
      for (const turn of turns) covered.add(turn);
      return true;
    })
    .map(({ text, stretches }) => claimOf(conversation, text, stretches));
}

function turnsOf({ stretches }: Conversation, indexes: readonly number[]): number[] {
  return indexes.flatMap((index) => stretches[index]?.turn ?? []);
}

function placeOf({ stretches }: Moment): number {
  return Math.min(...stretches);
}

function claimOf(conversation: Conversation, text: string, indexes: readonly number[]): Claim {
  return { text: punctuated(text), quotes: quotesOf(conversation, indexes) };
}
