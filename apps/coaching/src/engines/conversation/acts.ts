/** What a stretch of talk can do in a call. `training/README.md` says when each applies. */
export const acts = [
  ...['greeting', 'ask_for_person', 'identify_self', 'identify_company', 'state_purpose', 'ask_permission'],
  ...['small_talk', 'ask_open', 'ask_closed', 'inform', 'state_need', 'backchannel', 'acknowledge', 'recap'],
  ...['pitch', 'state_price', 'dodge_price', 'interest'],
  ...['propose_time', 'propose_step', 'ask_sale', 'accept', 'decline', 'counter_time', 'correct', 'retract'],
  ...['defer', 'buy', 'request', 'promise'],
  ...['object:price', 'object:timing', 'object:no_time', 'object:authority', 'object:need', 'object:trust'],
  ...['object:competitor', 'object:existing_provider', 'object:information_first', 'object:not_interested'],
  ...['answer_objection', 'opt_out', 'honor_opt_out', 'not_qualified', 'wrong_person', 'gatekeep', 'machine'],
  ...['leave_message', 'thanks', 'goodbye'],
  ...['obstruct_opt_out', 'pressure', 'false_urgency', 'disparage', 'personal_remark'],
] as const;
export type Act = (typeof acts)[number];
