import type { Conversation } from '../../conversation/conversation.ts';
import type { Outcome } from '../findings.ts';

export type FaultKind =
  | 'opt_out_obstructed'
  | 'opt_out_ignored'
  | 'pressure_on_vulnerable'
  | 'late_terms'
  | 'personal_remark'
  | 'false_urgency'
  | 'pressure'
  | 'hidden_price'
  | 'disparagement'
  | 'unfair'
  | 'talking_over'
  | 'name_withheld'
  | 'no_name';

/** Something an agent must not do, whatever else went well. */
export interface Fault {
  kind: FaultKind;
  /** The words that show it: the agent's, and before them the contact's that they answer. */
  stretches: readonly number[];
  probability: number;
  /** The rating of a call with this fault is at most this. */
  cap: number;
}

export interface CallEnd {
  conversation: Conversation;
  outcome: Outcome;
}

/** Worst first, which is the order of the report; of equals first what a question and its answer show. */
const caps: Record<FaultKind, number> = {
  opt_out_obstructed: 1.5,
  opt_out_ignored: 1.5,
  pressure_on_vulnerable: 1.5,
  late_terms: 1.5,
  personal_remark: 2,
  false_urgency: 2.5,
  name_withheld: 2.5,
  hidden_price: 2.5,
  pressure: 2.5,
  unfair: 2.5,
  disparagement: 3,
  talking_over: 3,
  no_name: 3.5,
};
export const faultKinds = Object.keys(caps) as FaultKind[];

export function fault(kind: FaultKind, stretches: readonly number[], probability: number): Fault {
  return { kind, stretches, probability, cap: caps[kind] };
}

const FURTHER_FAULT = 0.5;

/** What the rating of a call with these faults may be at most: each fault besides the worst costs half a point. */
export function ratingCap(faults: readonly Fault[]): number {
  if (faults.length === 0) return 5;
  const worst = Math.min(...faults.map(({ cap }) => cap));
  return Math.max(1, worst - FURTHER_FAULT * (faults.length - 1));
}

/** What people do by mistake, and what nobody praises a call for: below this the whole call is not praised. */
const GRAVE = 2.5;

export function isGrave({ cap }: Fault): boolean {
  return cap <= GRAVE;
}
