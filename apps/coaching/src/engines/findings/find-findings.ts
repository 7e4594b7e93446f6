import type { Conversation } from '../conversation/conversation.ts';
import { findCommitments } from './commitments/find-commitments.ts';
import type { Agreement, Findings, Outcome, OutcomeCode } from './findings.ts';
import type { ChoiceModel } from './key-words/choice-model.ts';
import { findKeyWords } from './key-words/find-key-words.ts';
import { findObjections } from './objections/find-objections.ts';
import { decideOutcome } from './outcome/decide-outcome.ts';
import { AGREED_FROM, negotiate } from './times/negotiate.ts';

/** Nobody to object, to promise or to be coached about. */
export const nobody = new Set<OutcomeCode>(['left_voicemail', 'no_conversation', 'wrong_number']);

/** Weights in place of those that the coach has, which have seen every writer. */
export interface Weights {
  secondLook?: ChoiceModel | undefined;
  listed?: ChoiceModel | undefined;
  due?: ChoiceModel | undefined;
}

/** What is derived from the acts of a conversation. */
export function findFindings(conversation: Conversation, weights: Weights = {}): Findings {
  const negotiated = negotiate(conversation);
  const outcome = decideOutcome(conversation, negotiated, weights.secondLook);
  const agreements = standing(negotiated, outcome);
  const isNobody = nobody.has(outcome.code);
  const keyWords = findKeyWords(conversation);
  const objections =
    isNobody || outcome.code === 'gatekeeper'
      ? []
      : findObjections(conversation, keyWords.obstacle, outcome, weights.listed);
  const commitments =
    outcome.code === 'no_conversation'
      ? []
      : findCommitments(conversation, agreements, outcome.code, weights.due);
  return { conversation, outcome, objections, agreements, commitments, keyWords };
}

/** A time is only reported as agreed where it is likely enough and the call ended so. */
function standing(agreements: readonly Agreement[], { code }: Outcome): Agreement[] {
  return agreements.filter(({ kind, probability }) =>
    probability < AGREED_FROM
      ? false
      : kind === 'appointment'
        ? code === 'appointment_set'
        : code === 'callback_requested' || code === 'next_step_agreed',
  );
}
