import { balancedTalk, keptTurnsShort, letContactFinish, showedEmpathy } from './conduct-indicators.ts';
import { askedDecisionMaker, askedImpact, askedOpenQuestions, followedUp } from './discovery-indicators.ts';
import {
  acknowledgedObjections,
  agreedNextStep,
  answeredObjections,
  closedPolitely,
  confirmedObjections,
  exploredObjections,
  fixedTime,
  proposedNextStep,
  recapped,
} from './ending-indicators.ts';
import type { Indicator } from './indicator.ts';
import { answeredPrice, askedBudget, gaveProof, statedBenefits, tiedToNeed } from './offer-indicators.ts';
import {
  askedPermission,
  greeted,
  introducedCompany,
  introducedSelf,
  setAgenda,
  statedPurpose,
} from './opening-indicators.ts';
import { respectedNo } from './respect-indicators.ts';

/** Indicators by the names rubrics use. */
export const indicators: ReadonlyMap<string, Indicator> = new Map<string, Indicator>([
  ['greeted', greeted],
  ['introduced_self', introducedSelf],
  ['introduced_company', introducedCompany],
  ['stated_purpose', statedPurpose],
  ['asked_permission', askedPermission],
  ['set_agenda', setAgenda],
  ['asked_open_questions', askedOpenQuestions],
  ['asked_impact', askedImpact],
  ['followed_up', followedUp],
  ['asked_decision_maker', askedDecisionMaker],
  ['balanced_talk', balancedTalk],
  ['kept_turns_short', keptTurnsShort],
  ['let_contact_finish', letContactFinish],
  ['showed_empathy', showedEmpathy],
  ['stated_benefits', statedBenefits],
  ['tied_to_need', tiedToNeed],
  ['gave_proof', gaveProof],
  ['answered_price', answeredPrice],
  ['asked_budget', askedBudget],
  ['acknowledged_objections', acknowledgedObjections],
  ['explored_objections', exploredObjections],
  ['answered_objections', answeredObjections],
  ['confirmed_objections', confirmedObjections],
  ['proposed_next_step', proposedNextStep],
  ['agreed_next_step', agreedNextStep],
  ['fixed_time', fixedTime],
  ['recapped', recapped],
  ['closed_politely', closedPolitely],
  ['respected_no', respectedNo],
]);
