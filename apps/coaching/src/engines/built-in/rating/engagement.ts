import type { OutcomeCode } from '../dispositions/outcome.ts';
import type { Reading } from '../reading.ts';

/** With this many words of the contact there was a conversation to lead. */
const CONTACT_WORDS = 40;
/** With this many words in all the agent used the time, whatever the contact got to say. */
const WORDS = 90;
const CONTACT_TURNS = 3;

/**
 * Whether there was room to discover and to present. Not after a wish to be left alone, nor when the contact only
 * said that the moment is bad.
 */
export function isEngaged({ document, objections }: Reading, outcome: OutcomeCode): boolean {
  if (outcome === 'do_not_contact') return false;
  if (outcome === 'appointment_set' || outcome === 'next_step_agreed') return true;
  const contactUnits = document.units.filter(({ role }) => role === 'contact');
  const contactWords = contactUnits.reduce((sum, { from, to }) => sum + to - from, 0);
  const badMoment = objections.some(({ kind }) => kind === 'timing') && outcome === 'callback_requested';
  if (badMoment && contactWords < 2 * CONTACT_WORDS && objections.length === 1)
    return contactWords >= CONTACT_WORDS && document.turns.length > 10;
  const contactTurns = document.turns.filter(({ role }) => role === 'contact').length;
  return contactWords >= CONTACT_WORDS || (document.words.length >= WORDS && contactTurns >= CONTACT_TURNS);
}
