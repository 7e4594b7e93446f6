import type { Quote } from '../evidence/claim.ts';

/** How a conversation ended, whatever an integration calls it. */
export type OutcomeCode =
  | 'appointment_set'
  | 'callback_requested'
  | 'next_step_agreed'
  | 'no_next_step'
  | 'not_interested'
  | 'left_voicemail'
  | 'wrong_number'
  | 'do_not_contact'
  | 'no_conversation';

export interface Outcome {
  code: OutcomeCode;
  /** One or two sentences for a person, with the words that decided. */
  reasoning: string;
  quotes: readonly Quote[];
  /** When it is to happen, as spoken; null when nothing was fixed. */
  when: string | null;
}
