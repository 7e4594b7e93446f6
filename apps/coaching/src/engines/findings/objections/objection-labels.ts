import type { Objection, ObjectionKind } from '../findings.ts';

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
/** The label of an objection's kind; `Other` where what it objects to is not sure enough to be named. */
export function labelOfKind({ kind, isNamed }: Pick<Objection, 'kind' | 'isNamed'>): string {
  return isNamed ? objectionLabels[kind] : unnamedKind;
}
