import { chance, type Stretch } from '../../conversation/conversation.ts';
import type { ObjectionKind } from '../findings.ts';
import { kindActs } from './objection-candidates.ts';

export const objectionLabels: Record<ObjectionKind, string> = {
  price: 'Price',
  timing: 'Timing',
  no_time: 'No time',
  authority: 'Authority',
  need: 'Need',
  trust: 'Trust',
  competitor: 'Competitor',
  existing_provider: 'Existing provider',
  information_first: 'Information first',
  not_interested: 'Not interested',
};

export const unnamedKind = 'Other';
/** It is for somebody else to decide. */
export const authorityKind = objectionLabels.authority;
/** Who is busy now has nothing behind it to ask about. */
export const noTimeKind = objectionLabels.no_time;

/** Of 83 that are surer in fresh calls, 75 were objections; of those that are less sure, about every second one. */
export const SURE_FROM = 0.65;
/** Of 1,079 objections of 740 labelled calls 46 of 100 are named from here on, 80 of 100 rightly; from 0.7 it is 31, of which 85. */
const KIND_FROM = 0.15;
const SHARE_FROM = 0.6;

/** The label of an objection's kind; `Other` where what it objects to is not sure enough to be named. */
export function labelOfKind(kind: ObjectionKind, stretch: Stretch): string {
  const own = chance(stretch, `object:${kind}`);
  const all = kindActs.reduce((sum, act) => sum + chance(stretch, act), 0);
  return own >= KIND_FROM && own >= SHARE_FROM * all ? objectionLabels[kind] : unnamedKind;
}
