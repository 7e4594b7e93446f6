/** What a rubric may look for. Apart from what finds it, so that a rubric is checked without loading an engine. */
export const indicatorNames = [
  ...['introduced_self', 'introduced_company', 'stated_purpose', 'asked_permission'],
  ...['asked_open_questions', 'followed_up', 'asked_first', 'kept_offer_short'],
  ...['showed_understanding', 'recapped', 'let_contact_finish', 'answered_questions'],
  ...['answered_price', 'acknowledged_objections', 'explored_objections', 'answered_objections'],
  ...['involved_decider', 'proposed_next_step', 'agreed_next_step', 'fixed_time'],
  ...['repeated_agreement', 'stayed_fair', 'respected_no', 'closed_politely'],
] as const;
export type IndicatorName = (typeof indicatorNames)[number];

export function isIndicatorName(name: string): name is IndicatorName {
  return (indicatorNames as readonly string[]).includes(name);
}
