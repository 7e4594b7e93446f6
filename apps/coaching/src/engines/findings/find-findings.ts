import type { Conversation } from '../conversation/conversation.ts';
import { findCommitments } from './commitments/find-commitments.ts';
import type { Agreement, Findings, Outcome, OutcomeCode } from './findings.ts';
import type { ChoiceModel } from './key-words/choice-model.ts';
import { findKeyWords } from './key-words/find-key-words.ts';
import { findObjections } from './objections/find-objections.ts';
import type { ObjectionWords } from './objections/objection-words.ts';
import { decideOutcome } from './outcome/decide-outcome.ts';
import { AGREED_FROM, negotiate } from './times/negotiate.ts';

/** Nobody to object, to promise or to be coached about. */
export const nobody = new Set<OutcomeCode>(['left_voicemail', 'no_conversation', 'wrong_number']);

/** Weights in place of those that the coach has, which have seen every writer. */
export interface Weights {
  secondLook?: ChoiceModel | undefined;
  listed?: ChoiceModel | undefined;
  words?: ObjectionWords | undefined;
  due?: ChoiceModel | undefined;
}

/** Of nine refusals that were less likely, in 770 calls by writers whom the weights had not seen, five were none. */
const REFUSED_FROM = 0.65;

/** A no that nobody may have said: what is due and what was objected is still weighed by it. */
function isDoubtfulNo({ code, probability }: Outcome): boolean {
  return code === 'not_interested' && probability < REFUSED_FROM;
}

/** What is derived from the acts of a conversation. */
export function findFindings(conversation: Conversation, weights: Weights = {}): Findings {
  const negotiated = negotiate(conversation);
  const likely = decideOutcome(conversation, negotiated, weights.secondLook);
  const ended = isDoubtfulNo(likely)
    ? { ...likely, code: 'unclear' as const, stretches: [], shown: null }
    : likely;
  const agreements = standing(negotiated, ended);
  const isNobody = nobody.has(ended.code);
  const keyWords = findKeyWords(conversation);
  const objections =
    isNobody || ended.code === 'gatekeeper'
      ? []
      : findObjections(conversation, keyWords.obstacle, likely, weights);
  const commitments =
    ended.code === 'no_conversation'
      ? []
      : findCommitments(conversation, agreements, likely.code, weights.due);
  // What somebody is to do is a next step.
  const isOwed = ended.code === 'no_next_step' && commitments.length > 0;
  const outcome: Outcome = isOwed ? { ...ended, code: 'next_step_agreed' } : ended;
  const isTimed = outcome.code === 'appointment_set' || outcome.code === 'callback_requested';
  const day = isTimed ? negotiated.at(-1)?.day : undefined;
  return { conversation, outcome, objections, agreements, day, commitments, keyWords };
}

/** A time is only reported as agreed where it is likely enough and the call ended so. */
function standing(agreements: readonly Agreement[], outcome: Outcome): Agreement[] {
  return agreements
    .map((one): Agreement => (outcome.code === 'callback_requested' ? { ...one, kind: 'callback' } : one))
    .filter(({ kind, probability }) => probability >= AGREED_FROM && fitsOutcome(kind, outcome));
}

function fitsOutcome(kind: Agreement['kind'], { code }: Outcome): boolean {
  return kind === 'appointment'
    ? code === 'appointment_set'
    : code === 'callback_requested' || code === 'next_step_agreed';
}
