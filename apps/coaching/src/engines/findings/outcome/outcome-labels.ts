import type { OutcomeCode } from '../findings.ts';

/** Outcomes as the analysis names them. */
export const outcomeLabels: Readonly<Record<OutcomeCode, string>> = {
  appointment_set: 'Appointment Set',
  sale_made: 'Sale Made',
  callback_requested: 'Callback Requested',
  next_step_agreed: 'Next Step Agreed',
  no_next_step: 'No Next Step',
  not_interested: 'Not Interested',
  not_qualified: 'Not Qualified',
  gatekeeper: 'Gatekeeper',
  left_voicemail: 'Left Voicemail',
  wrong_number: 'Wrong Number',
  do_not_contact: 'Do Not Contact',
  no_conversation: 'No Conversation',
  unclear: 'Unclear',
};
