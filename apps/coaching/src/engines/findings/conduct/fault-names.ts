import type { FaultKind } from './fault.ts';

/** As they stand after `because of`. */
export const faultNames: Record<FaultKind, string> = {
  opt_out_obstructed: 'a wish not to be called that was not granted',
  opt_out_ignored: 'a wish not to be called that was passed over',
  pressure_on_vulnerable: 'pressure on somebody who should be spared it',
  late_terms: 'a term that was named only after the yes',
  personal_remark: 'a personal remark',
  disparagement: 'ill words about others',
  false_urgency: 'urgency that the call does not bear out',
  pressure: 'pressure on the contact',
  unfair: 'how the contact was treated',
  hidden_price: 'a price that was asked for and not given',
  talking_over: 'talking over the contact',
  name_withheld: 'a question who is calling that was not answered',
  no_name: 'a call without your name',
};
