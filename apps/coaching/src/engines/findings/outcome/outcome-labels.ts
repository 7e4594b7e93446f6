import type { Rubric } from '@debrief/contracts/resources/rubric';
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

/** What a team calls it, where it has renamed it. */
export function labelOf(
  code: OutcomeCode,
  { disposition_labels: own }: Pick<Rubric, 'disposition_labels'>,
): string {
  return own?.[code] ?? outcomeLabels[code];
}
