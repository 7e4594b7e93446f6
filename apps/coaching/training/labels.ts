import type { Ending } from '../src/engines/findings/key-words/endings.ts';

export const dispositions = [
  ...['appointment_set', 'sale', 'callback', 'not_interested', 'do_not_call', 'voicemail', 'wrong_number'],
  ...['follow_up', 'not_qualified', 'gatekeeper'],
] as const;
export type Disposition = (typeof dispositions)[number];

/** `follow_up` parts into Next Step Agreed and No Next Step by what was promised, not by these weights. */
export const codeOf: Record<Disposition, Ending> = {
  appointment_set: 'appointment_set',
  sale: 'sale_made',
  callback: 'callback_requested',
  not_interested: 'not_interested',
  do_not_call: 'do_not_contact',
  voicemail: 'left_voicemail',
  wrong_number: 'wrong_number',
  follow_up: 'next_step_agreed',
  not_qualified: 'not_qualified',
  gatekeeper: 'gatekeeper',
};

export const qualities = ['good', 'mediocre', 'awful'] as const;
export const styles = ['punctuated', 'bare', 'asr'] as const;
