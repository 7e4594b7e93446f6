import type { Indicator } from './indicator.ts';
import type { IndicatorName } from './indicator-names.ts';
import {
  answeredQuestions,
  askedFirst,
  askedOpenQuestions,
  followedUp,
  keptOfferShort,
  letContactFinish,
  recapped,
  showedUnderstanding,
} from './listening-indicators.ts';
import {
  agreedNextStep,
  fixedTime,
  involvedDecider,
  proposedNextStep,
  repeatedAgreement,
} from './next-step-indicators.ts';
import {
  askedPermission,
  closedPolitely,
  introducedCompany,
  introducedSelf,
  statedPurpose,
} from './opening-indicators.ts';
import {
  acknowledgedObjections,
  answeredObjections,
  answeredPrice,
  exploredObjections,
  respectedNo,
  stayedFair,
} from './reluctance-indicators.ts';

/** What finds each indicator. */
export const indicators: Readonly<Record<IndicatorName, Indicator>> = {
  introduced_self: introducedSelf,
  introduced_company: introducedCompany,
  stated_purpose: statedPurpose,
  asked_permission: askedPermission,
  asked_open_questions: askedOpenQuestions,
  followed_up: followedUp,
  asked_first: askedFirst,
  kept_offer_short: keptOfferShort,
  showed_understanding: showedUnderstanding,
  recapped: recapped,
  let_contact_finish: letContactFinish,
  answered_questions: answeredQuestions,
  answered_price: answeredPrice,
  acknowledged_objections: acknowledgedObjections,
  explored_objections: exploredObjections,
  answered_objections: answeredObjections,
  involved_decider: involvedDecider,
  proposed_next_step: proposedNextStep,
  agreed_next_step: agreedNextStep,
  fixed_time: fixedTime,
  repeated_agreement: repeatedAgreement,
  stayed_fair: stayedFair,
  respected_no: respectedNo,
  closed_politely: closedPolitely,
};
