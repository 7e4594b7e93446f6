import type { FaultKind } from '../conduct/fault.ts';
import type { IndicatorName } from '../rating/indicator-names.ts';

/** What advice is about. Its texts may change; coaching over time relies on these. */
export type AdviceKind = 'objection' | 'need' | 'presentation' | 'price' | 'next_step' | FaultKind;

/** The indicators that advice is an example of, whatever criterion of a rubric looks for them. */
export const indicatorsOfAdvice: Readonly<Record<AdviceKind, readonly IndicatorName[]>> = {
  objection: [
    ...(['acknowledged_objections', 'explored_objections', 'answered_objections'] as const),
    'showed_understanding',
  ],
  need: ['followed_up', 'showed_understanding'],
  presentation: ['asked_first', 'asked_open_questions', 'kept_offer_short'],
  price: ['answered_price', 'answered_questions'],
  next_step: ['proposed_next_step', 'agreed_next_step', 'fixed_time'],
  opt_out_obstructed: ['respected_no', 'stayed_fair'],
  opt_out_ignored: ['respected_no', 'stayed_fair'],
  pressure_on_vulnerable: ['stayed_fair'],
  late_terms: ['stayed_fair'],
  personal_remark: ['stayed_fair'],
  false_urgency: ['stayed_fair'],
  pressure: ['stayed_fair'],
  hidden_price: ['answered_price', 'answered_questions'],
  disparagement: ['stayed_fair'],
  unfair: ['stayed_fair'],
  talking_over: ['let_contact_finish'],
  name_withheld: ['introduced_self', 'answered_questions'],
  no_name: ['introduced_self', 'introduced_company'],
};
