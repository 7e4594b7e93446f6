import type { ObjectionKind } from '../findings.ts';

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
